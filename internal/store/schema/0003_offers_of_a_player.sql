-- How many offers of a player stand is asked for every new one.
CREATE INDEX offers_owner ON offers (owner);
