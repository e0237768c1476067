-- oldest compatible version: 0.1.0
-- Whether a client may have so many more open jobs. The lock holds until the transaction ends, so that requests at the same
-- time are counted one after the other. In a function because each of its statements sees what was committed before it: in
-- the statement that waits for the lock, a count would still be that of the moment before the wait.
--
-- One after the other also means one commit after the other, which costs a single busy client two thirds of its rate. So a
-- single job far below the limit shares the lock: no more transactions than connections can be under way, each with one job,
-- so that many below the limit none of them can pass it. "Far" is twice that many, because a job that has waited must still
-- find it true: to exchange a shared lock for an exclusive one, two would wait for each other for ever.
CREATE FUNCTION has_room_for_jobs(client text, more integer, most integer) RETURNS boolean
LANGUAGE plpgsql VOLATILE AS $$
DECLARE
  name bigint := hashtextextended('open jobs of ' || client, 0);
  under_way integer := current_setting('max_connections');
BEGIN
  IF more = 1 AND open_jobs(client, most) + 2 * under_way <= most THEN
    PERFORM pg_advisory_xact_lock_shared(name);
    RETURN open_jobs(client, most) + under_way <= most;
  END IF;
  PERFORM pg_advisory_xact_lock(name);
  RETURN open_jobs(client, most) + more <= most;
END $$;

-- Open jobs of a client, counted no further than to the limit.
CREATE FUNCTION open_jobs(client text, most integer) RETURNS bigint
LANGUAGE sql VOLATILE AS $$
  SELECT count(*) FROM (
    SELECT FROM job
    WHERE owner = client AND status IN ('pending', 'processing') AND type <> 'batch_analyze'
    LIMIT most
  ) AS open
$$;
