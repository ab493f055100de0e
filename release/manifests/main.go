// Command manifests checks the files of deploy/: those for Kubernetes against the types of its
// API, and those for compose against the schema of compose.
//
//	manifests DEPLOY
//
// It needs no cluster and no network. An unknown or duplicate field is an error; so is a
// container without probes, without limits or with a writable root file system.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/compose-spec/compose-go/v2/cli"
	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/kustomize/api/krusty"
	"sigs.k8s.io/kustomize/kyaml/filesys"
)

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: manifests DEPLOY")
		os.Exit(2)
	}
	deploy := os.Args[1]
	err := errors.Join(kubernetes(filepath.Join(deploy, "kubernetes")), composed(filepath.Join(deploy, "compose")))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// kubernetes builds the manifests as `kubectl apply -k` does, and checks them.
func kubernetes(folder string) error {
	built, err := krusty.MakeKustomizer(krusty.MakeDefaultOptions()).Run(filesys.MakeFsOnDisk(), folder)
	if err != nil {
		return err
	}
	text, err := built.AsYaml()
	if err != nil {
		return err
	}
	objects, err := decode(text)
	if err != nil {
		return err
	}
	fmt.Printf("%s: %d objects\n", folder, len(objects))
	return check(objects)
}

// decode parses objects strictly: a field that is unknown to the types of the API is an error.
func decode(text []byte) ([]runtime.Object, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{
		appsv1.AddToScheme, autoscalingv2.AddToScheme, corev1.AddToScheme, networkingv1.AddToScheme, policyv1.AddToScheme,
	} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	decoder := serializer.NewCodecFactory(scheme, serializer.EnableStrict).UniversalDeserializer()
	var objects []runtime.Object
	var problems []error
	for _, doc := range bytes.Split(text, []byte("\n---\n")) {
		o, _, err := decoder.Decode(doc, nil, nil)
		if err != nil {
			problems = append(problems, fmt.Errorf("%w in\n%s", err, doc))
			continue
		}
		objects = append(objects, o)
	}
	return objects, errors.Join(problems...)
}

// composed loads the files for compose. The loader checks them against the schema.
func composed(folder string) error {
	files, err := filepath.Glob(filepath.Join(folder, "*.yaml"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s has no files for compose (%w)", folder, err)
	}
	var problems []error
	for _, file := range files {
		o, err := cli.NewProjectOptions([]string{file}, cli.WithName("check"))
		if err != nil {
			return err
		}
		p, err := o.LoadProject(context.Background())
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %w", file, err))
			continue
		}
		for name, s := range p.Services {
			if ours := len(s.Image) >= 5 && s.Image[:5] == "kydai"; ours && (!s.ReadOnly || len(s.CapDrop) == 0) {
				problems = append(problems, fmt.Errorf("%s: service %s has no read-only root or keeps capabilities", file, name))
			}
		}
		fmt.Printf("%s: %d services\n", file, len(p.Services))
	}
	return errors.Join(problems...)
}
