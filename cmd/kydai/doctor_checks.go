package main

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/pem"
	"errors"
	"io"
	"io/fs"
	"net"
	"net/http"
	"net/netip"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"kydai/internal/bus/natsbus"
	"kydai/internal/room"
	"kydai/internal/store"
)

// Thresholds at which the checks report a warning or a failure.
const (
	diskFew, diskLow    = 200 << 20, 2 << 30 // free disk space in bytes: below diskFew the check fails, below diskLow it warns
	offsetFew, offsetBy = 20 * time.Millisecond, 5 * time.Second
	latencyHigh         = 20 * time.Millisecond
	certificateSoon     = 14 * 24 * time.Hour
	filesFew            = 4096
)

// keyPath returns the path of the key file.
func (s *serving) keyPath() string {
	if s.keyFile != "" {
		return s.keyFile
	}
	return filepath.Join(s.data, usualKey)
}

func (p *patient) checkFolder(context.Context) {
	info, err := os.Stat(p.data)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if p.database == "" {
			p.note(warn, "data-folder", "the first start makes it, if it may", "there is no data folder %s yet", p.data)
		}
		return
	case err != nil || !info.IsDir():
		p.note(fail, "data-folder", "give --data a folder of the user who runs kydai", "%s cannot be used as data folder: %v", p.data, err)
		return
	}
	f, err := os.CreateTemp(p.data, ".kydai-*")
	if err != nil {
		p.note(fail, "data-folder", "give the folder to the user who runs kydai: chown", "this user cannot write to %s", p.data)
		return
	}
	_ = f.Close()
	_ = os.Remove(f.Name())
	if info.Mode().Perm()&0o077 != 0 {
		p.note(warn, "data-folder", "chmod 700 "+p.data, "other users can look into %s", p.data)
	} else {
		p.note(fine, "data-folder", "", "%s is writable and private", p.data)
	}
	for _, name := range []string{p.keyPath(), filepath.Join(p.data, localFolder, "authority.key"), p.https.key} {
		if info, err := os.Stat(name); name != "" && err == nil && info.Mode().Perm()&0o044 != 0 {
			p.note(fail, "key-rights", "chmod 600 "+name, "other users can read %s", name)
		}
	}
}

func (p *patient) checkDisk(context.Context) {
	free, err := store.FreeBytes(p.data)
	if err != nil {
		return // checkFolder reports a missing folder
	}
	switch {
	case free < diskFew:
		p.note(fail, "disk", "free some space: without it no move can be stored", "the disk of %s has %d MB left", p.data, free>>20)
	case free < diskLow:
		p.note(warn, "disk", "free some space", "the disk of %s has %d MB left", p.data, free>>20)
	default:
		p.note(fine, "disk", "", "the disk of %s has %d GB left", p.data, free>>30)
	}
}

func (p *patient) checkDatabase(ctx context.Context) {
	var in store.Inspection
	var err error
	if p.database != "" {
		in, err = store.InspectServer(ctx, p.database)
	} else {
		in, err = store.InspectFile(ctx, filepath.Join(p.data, databaseFile))
		if errors.Is(err, fs.ErrNotExist) {
			p.note(fine, "database", "", "there is no database yet; the first start makes it")
			p.checkKey("")
			return
		}
	}
	if err != nil {
		p.note(fail, "database", "check address, password, pg_hba.conf and the network, or the file and its rights", "the database cannot be used: %v", err)
		return
	}
	p.note(fine, "database", "", "%s answers in %v; %d nodes had a heartbeat in the last minute", in.Server, in.Latency.Round(10*time.Microsecond), in.Nodes)
	p.judgeDatabase(in)
	p.checkKey(in.Key)
}

func (p *patient) judgeDatabase(in store.Inspection) {
	switch {
	case in.TooOld:
		p.note(fail, "schema", "update this program", "the schema has step %d, and nodes that know only step %d may not use it any more", in.Schema, in.Known)
	case in.Schema > in.Known:
		p.note(warn, "schema", "update this program: other nodes are newer", "the schema has step %d, this program knows %d", in.Schema, in.Known)
	case in.Schema < in.Known:
		p.note(fine, "schema", "", "the schema has step %d; the next start brings it to %d", in.Schema, in.Known)
	default:
		p.note(fine, "schema", "", "the schema is up to date (step %d)", in.Schema)
	}
	if in.Damage != "" {
		p.note(fail, "damage", "stop the server and restore a backup", "the database is damaged: %s", in.Damage)
	}
	if p.database == "" {
		return
	}
	if in.Latency > latencyHigh {
		p.note(warn, "latency", "put nodes and database into one data centre", "a round trip to the database takes %v", in.Latency.Round(time.Millisecond))
	}
	switch off := in.Offset.Abs(); {
	case off > offsetBy:
		p.note(fail, "clock-offset", "run chrony or systemd-timesyncd on both machines", "the clock of the database is %v away from this machine's", off.Round(time.Millisecond))
	case off > offsetFew+in.Latency:
		p.note(warn, "clock-offset", "run chrony or systemd-timesyncd on both machines", "the clock of the database is %v away from this machine's", off.Round(time.Millisecond))
	default:
		p.note(fine, "clock-offset", "", "the clock of the database is %v away from this machine's", off.Round(100*time.Microsecond))
	}
	switch {
	case in.Standby:
		p.note(fail, "standby", "give --database the address of the primary", "this PostgreSQL is a standby and cannot be written to")
	case !in.Durable:
		p.note(fail, "durability", "set fsync = on and full_page_writes = on", "PostgreSQL may lose what it has acknowledged")
	case in.Commit == "off":
		p.note(warn, "durability", "set synchronous_commit = on for all; kydai switches it on for itself", "synchronous_commit is off by default in this database")
	default:
		p.note(fine, "durability", "", "fsync and full_page_writes are on, synchronous_commit is %s", in.Commit)
	}
	switch {
	case in.Pooler && !p.use.Pooler:
		p.note(fail, "pooler", "add --database-pooler", "a pooler in front of PostgreSQL drops start-up parameters")
	case in.Pooler:
		p.note(fine, "pooler", "", "a pooler is in front of PostgreSQL, and --database-pooler is set")
	case in.Limit > 0 && in.Connections+p.use.Connections > in.Limit:
		p.note(warn, "connections", "raise max_connections, or lower --database-connections", "%d of %d connections are open; a node wants up to %d", in.Connections, in.Limit, p.use.Connections)
	}
}

// checkKey compares the fingerprint of the key in the key file with the fingerprint that the
// database stores.
func (p *patient) checkKey(have string) {
	keys, err := readKeys(p.keyPath())
	switch {
	case errors.Is(err, fs.ErrNotExist) && p.database == "" && have == "":
		p.note(fine, "key", "", "there is no key yet; the first start makes it")
	case err != nil:
		p.note(fail, "key", "copy the key file of the other nodes or of your backup; a new one makes all guests strangers", "the key file cannot be used: %v", err)
	case have != "" && !slices.Contains(fingerprints(keys), have):
		p.note(fail, "key", "use the key file of the other nodes, or add the old key as a second line", "the key file does not match this database")
	default:
		p.note(fine, "key", "", "the key file matches the database")
	}
}

func (p *patient) checkBus(ctx context.Context) {
	if len(p.nats) == 0 {
		if p.database != "" {
			p.note(warn, "nats", "set --nats if there is more than one node", "this node has a NATS of its own: other nodes do not hear of its moves at once")
		}
		return
	}
	o, err := p.options("kydai doctor")
	if err == nil {
		var b *natsbus.Bus
		if b, err = natsbus.Connect(o); err == nil {
			defer b.Close()
			for !b.Connected() && ctx.Err() == nil {
				time.Sleep(20 * time.Millisecond)
			}
			if b.Connected() {
				p.note(fine, "nats", "", "NATS answers")
				return
			}
			err = errors.New("no connection within 5 s")
		}
	}
	p.note(fail, "nats", "check addresses, user, password and certificates; play goes on without it, but slower", "NATS cannot be used: %v", err)
}

// checkPorts tries to listen on every address that the server would use.
func (p *patient) checkPorts(ctx context.Context) {
	all := []struct{ address, scheme string }{{p.listen, "http"}, {p.admin, "http"}}
	if p.https.on() {
		all[0].scheme = "https"
		all = append(all, struct{ address, scheme string }{p.https.plain, "http"})
	}
	for _, at := range all {
		if at.address == "" || at.address == noListener {
			continue
		}
		l, err := listen(ctx, at.address)
		switch {
		case err == nil:
			_ = l.Close()
			p.note(fine, "port", "", "%s is free", at.address)
		case errors.Is(err, fs.ErrPermission):
			p.note(fail, "port", "give the service CAP_NET_BIND_SERVICE, or use a port above 1023", "this user may not listen on %s", at.address)
		case isKydai(ctx, at.scheme, at.address):
			p.note(fine, "port", "", "a kydai server runs on %s", at.address)
		default:
			p.note(fail, "port", "stop the other program, or choose another --listen", "%s cannot be used: %v", at.address, err)
		}
	}
}

// isKydai sends a request to a listen address on this machine and reports whether a kydai server
// answers.
func isKydai(ctx context.Context, scheme, address string) bool {
	host, port, err := net.SplitHostPort(address)
	if err != nil {
		return false
	}
	if a, err := netip.ParseAddr(host); host == "" || err == nil && a.IsUnspecified() {
		host = "localhost"
	}
	c := http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // the request only tests which server answers; it sends no secret
	q, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+net.JoinHostPort(host, port)+"/healthz", http.NoBody)
	if err != nil {
		return false
	}
	r, err := c.Do(q)
	if err != nil {
		return scheme == "https" && strings.Contains(err.Error(), "tls:") // a TLS error means that a server answers at this address, only without a certificate for this name
	}
	defer r.Body.Close() //nolint:errcheck // the body was read, so an error of Close has no effect
	text, err := io.ReadAll(io.LimitReader(r.Body, 10))
	return err == nil && string(text) == "ok\n"
}

// checkCertificate checks the certificate that clients of the site receive.
func (p *patient) checkCertificate(ctx context.Context) {
	const renew = "look at the log for why it was not renewed"
	switch {
	case p.https.cert != "":
		pair, err := tls.LoadX509KeyPair(p.https.cert, p.https.key)
		if err != nil {
			p.note(fail, "certificate", "give --tls-cert a certificate with its chain, and --tls-key its key", "the certificate cannot be used: %v", err)
			return
		}
		p.judge(pair.Leaf, "replace the files; they are read again by themselves")
	case p.https.local:
		text, err := os.ReadFile(filepath.Join(p.data, localFolder, "authority.crt"))
		if errors.Is(err, fs.ErrNotExist) {
			p.note(fine, "certificate", "", "there is no local authority yet; the first start makes it")
			return
		}
		block, _ := pem.Decode(text)
		if err != nil || block == nil {
			p.note(fail, "certificate", "delete the folder tls of --data: a new authority is made, which devices must trust anew", "the local authority cannot be read")
			return
		}
		if root, err := x509.ParseCertificate(block.Bytes); err == nil {
			p.judge(root, "delete the folder tls of --data: a new authority is made, which devices must trust anew")
		}
	}
	for _, name := range p.https.domains {
		_, port, _ := net.SplitHostPort(p.listen)
		c := &tls.Dialer{Config: &tls.Config{ServerName: name, InsecureSkipVerify: true}} //nolint:gosec // the code below checks the certificate
		conn, err := c.DialContext(ctx, "tcp", net.JoinHostPort(name, port))
		if err != nil {
			p.note(warn, "certificate", "start the server; it requests a certificate by itself, and the log says what becomes of it", "%s does not answer by https: %v", name, err)
			continue
		}
		leaf := conn.(*tls.Conn).ConnectionState().PeerCertificates[0] //nolint:errcheck // a tls.Dialer always returns a *tls.Conn
		_ = conn.Close()
		if err := leaf.VerifyHostname(name); err != nil {
			p.note(fail, "certificate", "the name leads to another server: check DNS and the ports", "the certificate at %s is of other names", name)
			continue
		}
		p.judge(leaf, renew)
	}
}

// judge checks when a certificate expires. The parameter do is the advice to the operator if the
// certificate has expired or expires soon.
func (p *patient) judge(c *x509.Certificate, do string) {
	names := strings.Join(c.DNSNames, ", ")
	if c.IsCA {
		names = c.Subject.CommonName
	}
	left := time.Until(c.NotAfter)
	switch {
	case left <= 0:
		p.note(fail, "certificate", do, "the certificate of %s expired on %s", names, c.NotAfter.Format(time.DateOnly))
	case left < certificateSoon:
		p.note(warn, "certificate", do, "the certificate of %s expires in %d days", names, int(left.Hours()/24))
	default:
		p.note(fine, "certificate", "", "the certificate of %s is good for %d days", names, int(left.Hours()/24))
	}
}

// checkNames resolves the site's domain names.
func (p *patient) checkNames(ctx context.Context) {
	for _, name := range p.https.domains {
		found, err := net.DefaultResolver.LookupNetIP(ctx, "ip", name)
		if err != nil {
			p.note(fail, "dns", "add an A or AAAA record that leads to this machine", "%s has no address: %v", name, err)
			continue
		}
		own := room.Addresses()
		if slices.ContainsFunc(found, func(a netip.Addr) bool { return slices.Contains(own, a.Unmap()) }) {
			p.note(fine, "dns", "", "%s leads to this machine", name)
			continue
		}
		p.note(warn, "dns", "nothing, if a router or balancer passes ports 80 and 443 on to this machine", "%s leads to %v, which is no address of this machine", name, found)
	}
}
