#!/bin/sh
# SQLite's ORDER BY RANDOM(), through its shell. It cannot be seeded.
sqlite3 :memory: "
    CREATE TABLE cards(card INTEGER);
    WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n LIMIT $SHUFFLE_CARDS)
        INSERT INTO cards SELECT i FROM n;
    -- The deck is made anew for every trial, since it mentions the trial.
    WITH RECURSIVE trials(t) AS (SELECT 1 UNION ALL SELECT t + 1 FROM trials LIMIT $SHUFFLE_TRIALS)
        SELECT (SELECT group_concat(card, ' ')
                FROM (SELECT card FROM cards WHERE t > 0 ORDER BY RANDOM()))
        FROM trials;"
