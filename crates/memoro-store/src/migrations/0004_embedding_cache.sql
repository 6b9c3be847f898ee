-- Vectors that a provider made, by model and by the hash of exactly what was sent to it. May be emptied at any time.
CREATE TABLE embedding_cache (
    id INTEGER PRIMARY KEY,
    model TEXT NOT NULL,
    hash BLOB NOT NULL,
    data BLOB NOT NULL,
    UNIQUE (model, hash)
) STRICT;
