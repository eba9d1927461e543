-- Cards say that somebody is deciding only once that takes longer than a moment. Kept, so that they are rendered for it once, whichever process does it.

alter table actions add column rendered_at timestamptz;
