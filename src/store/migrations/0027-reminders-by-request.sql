-- A reminder lists several requests: it is rendered again when one of them is decided.
create index reminders_about on notices using gin ((body -> 'about') jsonb_path_ops) where ts is not null;
