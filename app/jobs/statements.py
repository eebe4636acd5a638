"""Statements of SQL by which the state of a job is kept, added to, merged and repaired."""

SCHEMA = """
CREATE TABLE IF NOT EXISTS pages (
    number INTEGER PRIMARY KEY,
    options TEXT NOT NULL,              -- hash of those it is done with
    key TEXT NOT NULL,                  -- its address, normalised
    source TEXT NOT NULL,               -- as it was given
    host TEXT NOT NULL,                 -- "" for what no server is asked for
    place TEXT NOT NULL DEFAULT '',     -- of its HTML in the input, if that holds it
    state TEXT NOT NULL DEFAULT 'waiting',  -- or done, failed, unnamed: not by the input
    attempts INTEGER NOT NULL DEFAULT 0,    -- that failed
    due REAL NOT NULL DEFAULT 0,        -- not to be tried before
    fault TEXT NOT NULL DEFAULT '',     -- kind of error
    finished REAL NOT NULL DEFAULT 0,
    row BLOB,                           -- JSON, compressed
    screenshot BLOB,
    UNIQUE (options, key)
);
CREATE INDEX IF NOT EXISTS to_do ON pages (options, number) WHERE state = 'waiting';
CREATE INDEX IF NOT EXISTS finished ON pages (options, finished) WHERE state != 'waiting';
CREATE TABLE IF NOT EXISTS inputs (name TEXT PRIMARY KEY);  -- read to their ends
CREATE TABLE IF NOT EXISTS runs (options TEXT PRIMARY KEY, at REAL NOT NULL);  -- begun last
"""

REPAIRS = (
    "DELETE FROM pages WHERE typeof(source) != 'text' OR typeof(host) != 'text'"
    " OR typeof(place) != 'text' OR typeof(fault) != 'text'",
    "UPDATE pages SET due = 0 WHERE typeof(due) NOT IN ('real', 'integer') OR due > :later",
    "UPDATE pages SET attempts = 0 WHERE typeof(attempts) != 'integer' OR attempts > 1000",
    "UPDATE pages SET finished = 0"
    " WHERE typeof(finished) NOT IN ('real', 'integer') OR finished > :later",
)
ADD = (
    "INSERT INTO pages (options, key, source, host, place, state, fault, finished, row)"
    " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
    " ON CONFLICT DO UPDATE SET source = excluded.source, host = excluded.host,"
    " place = excluded.place, state = excluded.state, fault = excluded.fault,"
    " finished = excluded.finished, row = excluded.row WHERE state IN ('waiting', 'unnamed')"
)
_COPIED = (
    "options, key, source, host, place, state, attempts, due, fault, finished, row, screenshot"
)
MERGE = (
    "DELETE FROM pages WHERE state = 'waiting' AND options = :options AND key IN (SELECT key"
    " FROM other.pages WHERE options = :options AND state != 'waiting')",
    f"INSERT OR IGNORE INTO pages ({_COPIED}) SELECT {_COPIED} FROM other.pages"
    " WHERE options = :options ORDER BY number",
)
