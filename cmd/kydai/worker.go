package main

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"kydai/internal/bus/natsbus"
)

func workerCommand() command {
	return command{
		name:     "worker",
		settings: true,
		short:    "think for the machines of a server, on any machine",
		long: `Takes jobs from the message bus, thinks and answers. A worker sees what the
player whose turn it is may see, and nothing else: no database, no secret. It
may be killed at any time; whoever waits for it asks another one.`,
		examples: func() []string {
			return []string{"kydai worker --nats nats://10.0.0.1:4222 --worker-token TOKEN"}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			w := &wire{}
			w.bind(fs)
			var programs listFlag
			fs.Var(&programs, "engine", "a program that seats may name, `NAME=SPEC`; may be given again")
			concurrency := fs.Int("concurrency", runtime.NumCPU(), "how many jobs at a time")
			return func(a *app, args []string) error {
				if len(args) > 0 {
					return usage("worker", "worker takes flags only")
				}
				if len(w.nats) == 0 {
					return usage("worker", "worker needs --nats, where the servers are")
				}
				ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
				defer stop()
				return a.worker(ctx, w, programs, *concurrency)
			}
		},
	}
}

func (a *app) worker(ctx context.Context, w *wire, programs []string, concurrency int) error {
	m, err := newMachines(programs)
	if err != nil {
		return err
	}
	if w.natsUser == "" && w.token != "" {
		w.natsUser, w.natsPass = natsbus.WorkerUser, w.token
	}
	log := w.logger(a)
	o, err := w.options("kydai worker")
	if err != nil {
		return err
	}
	o.Log = log
	o.Worker = true
	b, err := natsbus.Connect(o)
	if err != nil {
		return err
	}
	log.Info("the worker is ready", "jobs", concurrency)
	err = m.work(ctx, b, concurrency, log, nil)
	ended, cancel := context.WithTimeout(context.Background(), shortly)
	defer cancel()
	return errors.Join(err, b.Drain(ended))
}
