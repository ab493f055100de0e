package store

import (
	"context"
	"database/sql"
	"errors"

	"kydai/internal/clubs"
)

// PutClubName stores a tie. A tie says which member of the club a name in tournament results means,
// or that the name is another spelling of a person's name. See clubs.Store.
func (s *Store) PutClubName(ctx context.Context, club string, t *clubs.Tie, most int) (full bool, err error) {
	const doing = "storing a name of a club"
	if !plain(t.Name) || !plain(t.Spelling) {
		return false, errClubText
	}
	err = s.inTx(ctx, doing, func(tx *sql.Tx) error {
		var n int
		err := tx.QueryRowContext(ctx, s.sql(`SELECT COUNT(*) FROM club_names WHERE club = $1 AND id <> $2`), club, t.ID).Scan(&n)
		if full = n >= most; full || err != nil {
			return s.failed(doing, err)
		}
		own := 0
		if t.Own {
			own = 1
		}
		// If the new tie names the same player as the stored tie, the stored confirmations (columns
		// led and own) stay. Otherwise only the new confirmations count.
		const same = `club_names.player = excluded.player AND excluded.player <> ''`
		res, err := tx.ExecContext(ctx, s.sql(`INSERT INTO club_names (club, id, source, name, player, spelling, led, own, since) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, @NOW)
			ON CONFLICT (club, id) DO UPDATE SET name = excluded.name, player = excluded.player, spelling = excluded.spelling, since = excluded.since,
				led = CASE WHEN `+same+` AND club_names.led > excluded.led THEN club_names.led ELSE excluded.led END,
				own = CASE WHEN `+same+` AND club_names.own > excluded.own THEN club_names.own ELSE excluded.own END
			WHERE excluded.led > 0 OR (`+same+`)`), club, t.ID, t.Source, t.Name, t.Player, t.Spelling, int(t.Led), own)
		if err != nil {
			return s.failed(doing, err)
		}
		if n, err := res.RowsAffected(); err != nil || n == 0 {
			return errors.Join(clubs.ErrNameTaken, err)
		}
		return nil
	})
	return full, err
}

// ClubNames lists the ties of a club. A tie says which member a name in tournament results means.
// See clubs.Store.
func (s *Store) ClubNames(ctx context.Context, club string) (list []clubs.Tie, err error) {
	err = s.rows(ctx, "listing the names of a club", func(rows *sql.Rows) error {
		var t clubs.Tie
		var led, own int
		err := rows.Scan(&t.ID, &t.Source, &t.Name, &t.Player, &t.Spelling, &led, &own)
		t.Led, t.Own = clubs.Word(led), own > 0
		list = append(list, t)
		return err
	}, `SELECT id, source, name, player, spelling, led, own FROM club_names WHERE club = $1 ORDER BY since DESC, id`, club)
	return list, err
}

// DropClubName deletes a tie of a club. A tie says which member a name in tournament results means.
// See clubs.Store.
func (s *Store) DropClubName(ctx context.Context, club, id string) error {
	return s.execOne(ctx, "deleting a name of a club", clubs.ErrNoName, `DELETE FROM club_names WHERE club = $1 AND id = $2`, club, id)
}

// TrustKey makes a club trust a source of results, or ends that trust. See clubs.Store.
func (s *Store) TrustKey(ctx context.Context, club, source string, trusted bool) error {
	text := `DELETE FROM club_trust WHERE club = $1 AND source = $2`
	if trusted {
		text = `INSERT INTO club_trust (club, source, since) VALUES ($1, $2, @NOW) ON CONFLICT (club, source) DO NOTHING`
	}
	_, err := s.exec(ctx, text, club, source)
	return s.failed("changing the trust of a club in a key", err)
}

// TrustedKeys lists the sources of results that a club trusts. See clubs.Store.
func (s *Store) TrustedKeys(ctx context.Context, club string) (list []string, err error) {
	err = s.rows(ctx, "listing the trusted keys of a club", func(rows *sql.Rows) error {
		var source string
		err := rows.Scan(&source)
		list = append(list, source)
		return err
	}, `SELECT source FROM club_trust WHERE club = $1 ORDER BY since, source`, club)
	return list, err
}
