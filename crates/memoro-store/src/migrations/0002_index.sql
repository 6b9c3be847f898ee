-- The search index. Everything below `chunks` is derived: it can be made again from documents and memories.

CREATE TABLE models (
    id   INTEGER PRIMARY KEY,
    name TEXT    NOT NULL UNIQUE,
    dim  INTEGER NOT NULL CHECK (dim > 0)
) STRICT;

-- What has chunks: a file, a transcript, or a memory (then `uri` is the memory's id).
CREATE TABLE documents (
    id           INTEGER PRIMARY KEY AUTOINCREMENT,
    source       TEXT    NOT NULL CHECK (source IN ('workspace', 'extra', 'transcript', 'memory')),
    uri          TEXT    NOT NULL,
    title        TEXT,
    tier         TEXT    NOT NULL CHECK (tier IN ('hot', 'warm', 'cold', 'archive')),
    content_hash BLOB,
    size         INTEGER NOT NULL DEFAULT 0,
    mtime_ns     INTEGER NOT NULL DEFAULT 0,
    inode        INTEGER NOT NULL DEFAULT 0,
    indexed_at   INTEGER NOT NULL,
    error        TEXT,
    UNIQUE (source, uri)
) STRICT;
CREATE INDEX documents_by_hash ON documents (content_hash) WHERE content_hash IS NOT NULL;

-- The unit that search sees. `text` is kept only where there is no file to read it from.
CREATE TABLE chunks (
    slot       INTEGER PRIMARY KEY,
    document   INTEGER NOT NULL REFERENCES documents (id),
    ordinal    INTEGER NOT NULL,
    start_line INTEGER NOT NULL,
    end_line   INTEGER NOT NULL,
    start_byte INTEGER NOT NULL,
    end_byte   INTEGER NOT NULL,
    text_hash  INTEGER NOT NULL,
    heading    TEXT,
    text       TEXT
) STRICT;
CREATE INDEX chunks_by_document ON chunks (document, ordinal);

-- Who speaks in chunks; names that differ only in case or form share a number.
CREATE TABLE speakers (
    id     INTEGER PRIMARY KEY,
    name   TEXT    NOT NULL UNIQUE,
    number INTEGER NOT NULL
) STRICT;

-- Chunks that are not sealed yet: one row each.
CREATE TABLE index_tail (
    slot  INTEGER PRIMARY KEY,
    meta  BLOB NOT NULL,
    terms BLOB NOT NULL
) STRICT;

-- Vectors that are not in a block yet.
CREATE TABLE vector_tail (
    model INTEGER NOT NULL REFERENCES models (id),
    slot  INTEGER NOT NULL,
    data  BLOB    NOT NULL,
    PRIMARY KEY (model, slot)
) STRICT, WITHOUT ROWID;

-- Sealed chunks: block b holds the slots b*1024 .. b*1024+1023.
CREATE TABLE meta_blocks (
    block INTEGER PRIMARY KEY,
    data  BLOB NOT NULL
) STRICT;

-- id = model << 32 | block.
CREATE TABLE vector_blocks (
    id   INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

-- A pack holds the postings of the sealed slots first_slot .. end_slot - 1; packs tile the sealed slots.
CREATE TABLE packs (
    id         INTEGER PRIMARY KEY,
    first_slot INTEGER NOT NULL UNIQUE,
    end_slot   INTEGER NOT NULL,
    dead       INTEGER NOT NULL DEFAULT 0,
    directory  BLOB    NOT NULL
) STRICT;

-- id = pack << 24 | place in the pack's directory.
CREATE TABLE postings (
    id   INTEGER PRIMARY KEY,
    data BLOB NOT NULL
) STRICT;

CREATE TABLE index_state (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    epoch     INTEGER NOT NULL,
    change    INTEGER NOT NULL,
    next_slot INTEGER NOT NULL,
    sealed    INTEGER NOT NULL,
    next_pack INTEGER NOT NULL,
    log_from  INTEGER NOT NULL,
    model     INTEGER REFERENCES models (id)
) STRICT;
INSERT INTO index_state VALUES (1, 1, 0, 0, 0, 1, 0, NULL);

-- What changed in slots that readers already hold. Readers that are further behind than its start read all again.
CREATE TABLE index_log (
    change     INTEGER NOT NULL,
    kind       TEXT    NOT NULL CHECK (kind IN ('meta', 'vector')),
    first_slot INTEGER NOT NULL,
    end_slot   INTEGER NOT NULL
) STRICT;
CREATE INDEX index_log_by_change ON index_log (change);
