CREATE TABLE meta (
  name  TEXT PRIMARY KEY,
  value BLOB NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE memories (
  row           INTEGER PRIMARY KEY,
  id            TEXT NOT NULL UNIQUE,
  scope_kind    TEXT NOT NULL,
  scope_id      TEXT NOT NULL,
  key           TEXT NOT NULL,
  shape         TEXT NOT NULL,
  kind          TEXT NOT NULL,
  content       TEXT NOT NULL,
  tags          TEXT NOT NULL,
  status        TEXT NOT NULL,
  status_by     TEXT,
  status_reason TEXT,
  origin        TEXT NOT NULL,
  trust         TEXT NOT NULL,
  confidence    INTEGER NOT NULL,
  source        TEXT NOT NULL,
  stability     TEXT NOT NULL,
  ttl           TEXT NOT NULL,
  expires_at    INTEGER,
  sensitivity   TEXT NOT NULL,
  occurred_at   INTEGER,
  created_at    INTEGER NOT NULL,
  updated_at    INTEGER NOT NULL,
  valid_until   INTEGER,
  recorded_at   INTEGER NOT NULL,
  rev           INTEGER NOT NULL
) STRICT;
CREATE UNIQUE INDEX memories_active_key ON memories (scope_kind, scope_id, key) WHERE status = 'active';
CREATE INDEX memories_key ON memories (key, scope_kind);
CREATE INDEX memories_updated ON memories (updated_at);
CREATE INDEX memories_expires ON memories (expires_at) WHERE expires_at IS NOT NULL;
CREATE INDEX memories_not_active ON memories (status) WHERE status <> 'active';

CREATE TABLE history (
  memory      TEXT NOT NULL,
  rev         INTEGER NOT NULL,
  recorded_at INTEGER NOT NULL,
  replaced_at INTEGER NOT NULL,
  image       TEXT NOT NULL,
  PRIMARY KEY (memory, rev)
) STRICT, WITHOUT ROWID;
CREATE INDEX history_replaced ON history (replaced_at);

CREATE TABLE events (
  seq       INTEGER PRIMARY KEY,
  operation INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  op        TEXT NOT NULL,
  actor     TEXT NOT NULL,
  run       TEXT,
  memory    TEXT,
  scope     TEXT NOT NULL,
  key       TEXT NOT NULL,
  old       TEXT,
  new       TEXT,
  reason    TEXT NOT NULL,
  salt      BLOB,
  digest    BLOB NOT NULL,
  chain     BLOB NOT NULL
) STRICT;
CREATE INDEX events_memory ON events (memory) WHERE memory IS NOT NULL;
CREATE INDEX events_run ON events (run) WHERE run IS NOT NULL;

CREATE TABLE idempotency (
  name    TEXT PRIMARY KEY,
  request BLOB NOT NULL,
  answer  TEXT NOT NULL,
  at      INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (
  seq    INTEGER PRIMARY KEY AUTOINCREMENT,
  file   TEXT NOT NULL,
  item   TEXT NOT NULL,
  memory TEXT NOT NULL
) STRICT;
CREATE INDEX outbox_file ON outbox (file);

CREATE TABLE files (
  path     TEXT PRIMARY KEY,
  mtime    INTEGER NOT NULL,
  size     INTEGER NOT NULL,
  inode    INTEGER NOT NULL,
  hash     BLOB NOT NULL,
  problems TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE mirror (
  file   TEXT NOT NULL,
  item   TEXT NOT NULL,
  memory TEXT NOT NULL,
  hash   BLOB NOT NULL,
  PRIMARY KEY (file, item)
) STRICT, WITHOUT ROWID;
CREATE INDEX mirror_memory ON mirror (memory);

CREATE TABLE usage (
  memory      TEXT PRIMARY KEY,
  accesses    INTEGER NOT NULL,
  last_access INTEGER,
  successes   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- Scopes by the numbers that the search index filters by; 0 is everyone's.
CREATE TABLE scopes (
  id   INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE tombstones (
  hash   BLOB PRIMARY KEY,
  secret BLOB NOT NULL,
  at     INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
