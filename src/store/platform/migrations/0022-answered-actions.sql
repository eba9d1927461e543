-- That the service answered an action with yes is kept where what came of it could not be noted at once: a table was locked, or readings lag.

alter table actions add column answered_at timestamptz;
