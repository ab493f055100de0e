package main

import (
	"crypto/ed25519"
	"encoding/hex"
	"errors"
	"io"

	"kydai/game"
	results "kydai/tourney/signed"
	"kydai/tourney/trf"
)

// trust adds a public key to the trusted keys. Signed results must be signed with one of these
// keys.
func (f *tourneyFlags) trust(text string) error {
	key, err := hex.DecodeString(text)
	if err != nil || len(key) != ed25519.PublicKeySize {
		return errors.New("the key must be 64 hexadecimal digits")
	}
	f.keys = append(f.keys, key)
	return nil
}

// tourneyVerify verifies signed results and prints who signed them. With --out it writes
// the results without the signature.
func (a *app) tourneyVerify(name string, f *tourneyFlags) error {
	in, err := a.openInput(name)
	if err != nil {
		return err
	}
	defer in.Close() //nolint:errcheck // read-only
	data, err := io.ReadAll(in)
	if err != nil {
		return err
	}
	d, err := results.Verify(data)
	if err != nil {
		return err
	}
	if len(f.keys) > 0 && !d.SignedBy(f.keys...) {
		return game.Err("wrong-key", "the signature is valid, but its key is not one of those given: ", hex.EncodeToString(d.Key))
	}
	if f.out != "-" {
		a.signature(&d, len(f.keys) > 0)
	}
	if f.out == "" {
		return nil
	}
	out, err := a.createOutput(f.out)
	if err != nil {
		return err
	}
	if _, err := out.Write(d.Body); err != nil {
		out.discard()
		return err
	}
	return out.commit()
}

// signature prints what a signed document contains and who signed it. The caller has already
// verified the signature.
func (a *app) signature(d *results.Document, trusted bool) {
	a.printf("The signature is valid: these results were not changed since they were signed.\n")
	if report, err := trf.Read(d.Body); err == nil && d.Type == results.TRF {
		a.printf("  results  %s, %s, %s\n", report.Header.Name, plural(len(report.Players), "player"), plural(report.Paired(), "round"))
	}
	a.printf("  by       %s\n  at       %s\n  key      %s\n", d.By, d.At, hex.EncodeToString(d.Key))
	if !trusted {
		a.printf("That the key is that of %s is said by the file alone; compare it with --key.\n", d.By)
	}
}
