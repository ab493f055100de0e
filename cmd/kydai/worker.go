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
	"kydai/internal/meter"
	"kydai/internal/play"
	"kydai/internal/version"
	"kydai/internal/web"
)

func workerCommand() command {
	return command{
		name:     "worker",
		settings: true,
		short:    "run engine searches for servers, on any machine",
		long: `Receives search jobs from NATS and answers them. A worker sees only what the player
to move sees: it has no access to the database or to hidden pieces. It can be
killed at any time; the server then sends the job to another worker. With --admin it
serves /metrics, /healthz and /readyz: it is ready while it is connected to NATS.`,
		examples: func() []string {
			return []string{"kydai worker --nats nats://10.0.0.1:4222 --worker-token TOKEN"}
		},
		bind: func(fs *flag.FlagSet) func(*app, []string) error {
			w, at := &wire{}, &adminAddress{}
			w.bind(fs)
			at.bind(fs)
			var programs listFlag
			fs.Var(&programs, "engine", "offer an engine, as `NAME=SPEC`: fish=uci:stockfish; can be repeated")
			concurrency := fs.Int("concurrency", runtime.NumCPU(), "run at most `N` jobs at a time")
			return func(a *app, args []string) error {
				if len(args) > 0 {
					return usage("worker", "worker takes flags only")
				}
				if len(w.nats) == 0 {
					return usage("worker", "worker needs --nats, the URLs of the NATS servers")
				}
				if err := at.check("worker"); err != nil {
					return err
				}
				ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
				defer stop()
				return a.worker(ctx, w, at, programs, *concurrency)
			}
		},
	}
}

func (a *app) worker(ctx context.Context, w *wire, at *adminAddress, programs []string, concurrency int) error {
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
	stats, reg := &play.WorkerStats{}, meter.NewRegistry(version.Get().Version)
	reg.MustRegister(workerMetrics(stats), busMetrics(b.Connected))
	stop, err := at.serve(ctx, web.Admin(reg, connected(b.Connected), at.adminOpen), log)
	if err != nil {
		b.Close()
		return err
	}
	defer stop()
	log.InfoContext(ctx, "the worker is ready", "jobs", concurrency)
	traces, err := w.traces("kydai worker", log)
	if err != nil {
		b.Close()
		return err
	}
	err = m.work(ctx, b, concurrency, log, stats, traces)
	ended, cancel := context.WithTimeout(context.Background(), shortly)
	defer cancel()
	defer traces.close(ended)
	return errors.Join(err, b.Drain(ended))
}
