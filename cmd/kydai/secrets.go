package main

import (
	"crypto/tls"
	"crypto/x509"
	"errors"
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"

	"kydai/game"
	"kydai/internal/bus/natsbus"
	"kydai/internal/store"
)

// secret declares a flag for a secret value, and a second flag with the suffix -file that gives a
// file with the value. Other users of the machine can see a command line, but not the file.
func secret(fs *flag.FlagSet, to *string, name, what string) {
	fs.StringVar(to, name, "", what)
	fs.Func(name+"-file", "read --"+name+" from this `FILE`", func(file string) error {
		if *to != "" {
			return fmt.Errorf("--%s is also set; use only one of the two", name)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if *to = strings.TrimSpace(string(text)); *to == "" {
			return errors.New("the file is empty")
		}
		return nil
	})
}

// secretList is like secret, for a flag whose value is a list of URLs that may contain passwords.
func secretList(fs *flag.FlagSet, to *listFlag, name, what string) {
	fs.Var(to, name, what)
	fs.Func(name+"-file", "read --"+name+" from this `FILE`", func(file string) error {
		if len(*to) > 0 {
			return fmt.Errorf("--%s is also set; use only one of the two", name)
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		for line := range strings.Lines(string(text)) {
			if err := to.Set(line); err != nil {
				return err
			}
		}
		if len(*to) == 0 {
			return errors.New("the file is empty")
		}
		return nil
	})
}

// shardList is the value of the flag --shard.
type shardList struct{ to *[]store.Shard }

// String returns the addresses, as for every flag that may contain a password.
func (l shardList) String() string {
	if l.to == nil {
		return ""
	}
	var all []string
	for _, s := range *l.to {
		all = append(all, s.Address)
	}
	return strings.Join(all, ",")
}

// Set adds shards, separated by white space.
func (l shardList) Set(text string) error {
	for _, part := range strings.Fields(text) {
		s, err := store.ParseShard(part)
		if err != nil {
			return err
		}
		*l.to = append(*l.to, s)
	}
	return nil
}

// shardFlags declares the flag --shard and its twin --shard-file.
func shardFlags(fs *flag.FlagSet, to *[]store.Shard) {
	l := shardList{to}
	fs.Var(l, "shard", "also use this `SHARD` for matches, as b=postgres://…; can be repeated")
	fs.Func("shard-file", "read --shard from this `FILE`, one in each line", func(file string) error {
		if len(*to) > 0 {
			return errors.New("--shard is also set; use only one of the two")
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if err := l.Set(string(text)); err != nil || len(*to) > 0 {
			return err
		}
		return errors.New("the file is empty")
	})
}

// visible returns the names of the flags that were given a secret on the command line. Every user
// of the machine can read this command line in the process list.
func visible(fs *flag.FlagSet) (names []string) {
	fs.Visit(func(f *flag.Flag) {
		if strings.HasSuffix(f.Name, "-file") || fs.Lookup(f.Name+"-file") == nil || f.Name == "key" {
			return
		}
		value := f.Value.String()
		if strings.Contains(value, "://") { // a value with URLs is secret only if a URL contains a password
			shown := false
			for _, part := range strings.Split(value, ",") {
				if u, err := url.Parse(strings.TrimSpace(part)); err == nil && u.User != nil {
					_, has := u.User.Password()
					shown = shown || has || strings.HasPrefix(u.Scheme, "nats") && u.User.Username() != "" && !has
				}
			}
			if !shown {
				return
			}
		}
		names = append(names, f.Name)
	})
	return names
}

// natsTLS holds the TLS files for the connection to NATS.
type natsTLS struct{ ca, cert, key string }

func (t *natsTLS) bind(fs *flag.FlagSet) {
	fs.StringVar(&t.ca, "nats-tls-ca", "", "the `FILE` of CA certificates that verify the peer")
	fs.StringVar(&t.cert, "nats-tls-cert", "", "the `FILE` of the TLS certificate of this process")
	fs.StringVar(&t.key, "nats-tls-key", "", "the `FILE` of the private key of --nats-tls-cert")
}

// config builds the TLS configuration for a client, or returns nil if no file
// is set.
func (t *natsTLS) config() (*tls.Config, error) {
	if *t == (natsTLS{}) {
		return nil, nil //nolint:nilnil // without TLS files the connection does not use TLS: no configuration and no error
	}
	c := &tls.Config{MinVersion: tls.VersionTLS12}
	if (t.cert == "") != (t.key == "") {
		return nil, game.Err(codeTLS, "--nats-tls-cert and --nats-tls-key must be set together")
	}
	if t.cert != "" {
		pair, err := tls.LoadX509KeyPair(t.cert, t.key)
		if err != nil {
			return nil, err
		}
		c.Certificates = []tls.Certificate{pair}
	}
	if t.ca != "" {
		text, err := os.ReadFile(t.ca)
		if err != nil {
			return nil, err
		}
		pool := x509.NewCertPool()
		if !pool.AppendCertsFromPEM(text) {
			return nil, game.Err(codeTLS, t.ca, " contains no PEM certificate")
		}
		c.RootCAs, c.ClientCAs = pool, pool
	}
	return c, nil
}

// server builds the TLS configuration for a server. It requires a certificate,
// and it verifies client certificates if a CA is given.
func (t *natsTLS) server() (*tls.Config, error) {
	c, err := t.config()
	if c == nil || err != nil {
		return nil, err
	}
	if t.cert == "" {
		return nil, game.Err(codeTLS, "--nats-listen with TLS needs --nats-tls-cert and --nats-tls-key")
	}
	if t.ca != "" {
		c.ClientAuth = tls.RequireAndVerifyClientCert
	}
	return c, nil
}

// options returns the connection options for NATS.
func (w *wire) options(name string) (natsbus.Options, error) {
	c, err := w.tls.config()
	return natsbus.Options{URLs: w.nats, Name: name, User: w.natsUser, Password: w.natsPass, Credentials: w.natsCreds, TLS: c}, err
}
