package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

const deploy = "../../deploy"

func TestDeploy(t *testing.T) {
	if err := kubernetes(filepath.Join(deploy, "kubernetes")); err != nil {
		t.Error(err)
	}
	if err := composed(filepath.Join(deploy, "compose")); err != nil {
		t.Error(err)
	}
}

// TestFaults inserts one fault at a time into a copy of deploy/, and checks that the command finds
// it.
func TestFaults(t *testing.T) {
	for _, c := range []struct{ file, was, is string }{
		{"kubernetes/node.yaml", "readinessProbe:", "readynessProbe:"},
		{"kubernetes/node.yaml", "readOnlyRootFilesystem: true", "readOnlyRootFilesystem: false"},
		{"kubernetes/node.yaml", "runAsNonRoot: true", "runAsNonRoot: maybe"},
		{"kubernetes/node.yaml", "{path: /readyz, port: http}", "{path: /readyz, port: site}"},
		{"kubernetes/worker.yaml", "limits: {cpu: \"2\", memory: 1Gi}", "limits: {}"},
		{"kubernetes/worker.yaml", "kind: PodDisruptionBudget", "kind: PodDisruptionBudged"},
		{"kubernetes/worker.yaml", "kind: Deployment, name: worker", "kind: Deployment, name: workers"},
		{"kubernetes/nats.yaml", "selector: {app.kubernetes.io/name: nats}", "selector: {app.kubernetes.io/name: bus}"},
		{"kubernetes/kustomization.yaml", "- policy.yaml", "- polices.yaml"},
		{"compose/one.yaml", "restart: unless-stopped", "restarts: unless-stopped"},
		{"compose/one.yaml", "read_only: true", "read_only: false"},
		{"compose/three.yaml", "secrets: [nats-worker]", "secrets: [nats-workers]"},
	} {
		dir := t.TempDir()
		if err := os.CopyFS(dir, os.DirFS(deploy)); err != nil {
			t.Fatal(err)
		}
		file := filepath.Join(dir, c.file)
		text, err := os.ReadFile(file)
		if err != nil || !strings.Contains(string(text), c.was) {
			t.Fatalf("%s has no %q (%v)", c.file, c.was, err)
		}
		if err := os.WriteFile(file, []byte(strings.Replace(string(text), c.was, c.is, 1)), 0o600); err != nil {
			t.Fatal(err)
		}
		if kubernetes(filepath.Join(dir, "kubernetes")) == nil && composed(filepath.Join(dir, "compose")) == nil {
			t.Errorf("%s: %q instead of %q was not found", c.file, c.is, c.was)
		}
	}
}
