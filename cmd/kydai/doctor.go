package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/url"
	"os"
	"strings"
	"time"

	"kydai/game"
)

// Levels of severity of a finding.
const (
	fine = "ok"
	warn = "warn"
	fail = "fail"
)

// finding is the result of one check of kydai doctor.
type finding struct {
	Level string `json:"level"`
	Code  string `json:"code"`
	Text  string `json:"text"`
	Do    string `json:"do,omitempty"` // what the operator should do about the finding
}

// doctorWithin is the time limit of each check.
const doctorWithin = 5 * time.Second

func doctorCommand() command {
	return command{
		name:     "doctor",
		settings: true,
		short:    "say what is wrong with the setup of a server",
		long: `Takes the flags and variables of 'kydai serve' and checks what they lead to: data
folder, disk, database, key, NATS, ports, certificate, DNS, clock and file limit. It
changes nothing and prints no secret; servers may keep running. Each line is ok, warn
or fail, a code, a sentence and what to do. The exit code is 1 if a check fails.`,
		examples: func() []string { return []string{"kydai doctor", "kydai doctor --json --data /srv/kydai"} },
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			s := &serving{}
			s.bind(fs)
			asJSON := fs.Bool("json", false, "print the findings as JSON")
			return func(a *app, args []string) error {
				if len(args) > 0 {
					return usage("doctor", "doctor takes flags only")
				}
				return a.doctor(context.Background(), s, *asJSON)
			}
		},
	}
}

// patient is the server configuration that kydai doctor examines, together with the findings so
// far.
type patient struct {
	*serving
	found []finding
}

func (p *patient) note(level, code, do, format string, args ...any) {
	p.found = append(p.found, finding{level, code, fmt.Sprintf(format, args...), do})
}

// doctor checks the configuration of a server and prints the findings.
func (a *app) doctor(ctx context.Context, s *serving, asJSON bool) error {
	p := &patient{serving: s}
	if err := s.check(); err != nil {
		p.note(fail, "flags", "correct the flag; 'kydai help serve' lists them", "%v", err)
	} else {
		s.addresses()
		for _, check := range []func(context.Context){
			p.checkFolder, p.checkDisk, p.checkDatabase, p.checkReplica, p.checkShards, p.checkBus, p.checkPorts, p.checkCertificate, p.checkNames, p.checkClock, p.checkLimits,
		} {
			within, cancel := context.WithTimeout(ctx, doctorWithin)
			check(within)
			cancel()
		}
	}
	failed := 0
	for i := range p.found {
		f := &p.found[i]
		f.Text, f.Do = s.scrub(f.Text), s.scrub(f.Do)
		if f.Level == fail {
			failed++
		}
	}
	a.report(p.found, asJSON)
	if failed > 0 {
		return game.Err(codeUnhealthy, fmt.Sprintf("%d of %d checks failed", failed, len(p.found)))
	}
	return nil
}

func (a *app) report(found []finding, asJSON bool) {
	if asJSON {
		text, err := json.MarshalIndent(found, "", "  ")
		if err != nil {
			panic("doctor: strings that are no JSON: " + err.Error()) // Marshal cannot fail: the findings contain only strings
		}
		a.printf("%s\n", text)
		return
	}
	for _, f := range found {
		a.printf("%-4s  %-18s  %s\n", f.Level, f.Code, f.Text)
		if f.Do != "" {
			a.printf("      %-18s  -> %s\n", "", f.Do)
		}
	}
}

// scrub removes the secrets of the flags from a text, because errors of libraries may
// quote a URL with a password.
func (s *serving) scrub(text string) string {
	secrets := []string{s.nodeToken, s.token, s.natsPass}
	addresses := append([]string{s.database, s.use.Replica}, s.nats...)
	for _, shard := range s.use.Shards {
		addresses = append(addresses, shard.Address)
	}
	for _, address := range addresses {
		u, err := url.Parse(address)
		if err != nil {
			secrets = append(secrets, address) // an address that cannot be parsed may contain a password anywhere
			continue
		}
		if u.User != nil {
			password, has := u.User.Password()
			if !has && strings.HasPrefix(u.Scheme, "nats") {
				password = u.User.Username() // a NATS URL without a password has a token as its user name
			}
			secrets = append(secrets, password, url.QueryEscape(password), url.PathEscape(password))
		}
		secrets = append(secrets, u.Query().Get("password"))
	}
	if keys, err := os.ReadFile(s.keyPath()); err == nil {
		secrets = append(secrets, strings.Fields(string(keys))...)
	}
	for _, secret := range secrets {
		if secret != "" {
			text = strings.ReplaceAll(text, secret, "…")
		}
	}
	return text
}
