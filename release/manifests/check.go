package main

import (
	"errors"
	"fmt"

	appsv1 "k8s.io/api/apps/v1"
	autoscalingv2 "k8s.io/api/autoscaling/v2"
	corev1 "k8s.io/api/core/v1"
	policyv1 "k8s.io/api/policy/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/labels"
	"k8s.io/apimachinery/pkg/runtime"
)

// check checks that the Kubernetes objects fit together, for example that every service selects a
// pod. It also checks that every container has probes, resource limits and a read-only root file
// system.
func check(objects []runtime.Object) error {
	var problems []error
	say := func(format string, args ...any) { problems = append(problems, fmt.Errorf(format, args...)) }
	deployments := map[string]*appsv1.Deployment{}
	for _, o := range objects {
		if d, ok := o.(*appsv1.Deployment); ok {
			deployments[d.Name] = d
			if !selects(d.Spec.Selector, d.Spec.Template.Labels) {
				say("deployment %s does not select its own pods", d.Name)
			}
			for _, text := range pod(&d.Spec.Template.Spec) {
				say("deployment %s: %s", d.Name, text)
			}
		}
	}
	selected := func(s *metav1.LabelSelector) bool {
		for _, d := range deployments {
			if selects(s, d.Spec.Template.Labels) {
				return true
			}
		}
		return false
	}
	guarded := map[string]bool{}
	for _, o := range objects {
		switch o := o.(type) {
		case *corev1.Service:
			if !selected(&metav1.LabelSelector{MatchLabels: o.Spec.Selector}) {
				say("service %s selects no pod", o.Name)
			}
		case *policyv1.PodDisruptionBudget:
			guarded[o.Name] = true
			if !selected(o.Spec.Selector) {
				say("disruption budget %s selects no pod", o.Name)
			}
		case *autoscalingv2.HorizontalPodAutoscaler:
			d := deployments[o.Spec.ScaleTargetRef.Name]
			if d == nil || len(o.Spec.Metrics) == 0 {
				say("autoscaler %s has no target or no metric", o.Name)
			}
			if d != nil && d.Spec.Replicas != nil {
				say("deployment %s has an autoscaler and replicas", d.Name)
			}
		}
	}
	for _, name := range []string{"node", "worker"} {
		if deployments[name] == nil || !guarded[name] {
			say("there is no deployment %s with a disruption budget", name)
		}
	}
	return errors.Join(problems...)
}

func selects(s *metav1.LabelSelector, pods map[string]string) bool {
	sel, err := metav1.LabelSelectorAsSelector(s)
	return err == nil && !sel.Empty() && sel.Matches(labels.Set(pods))
}

// pod lists the required properties that a pod lacks.
func pod(p *corev1.PodSpec) (lacks []string) {
	if p.SecurityContext == nil || p.SecurityContext.RunAsNonRoot == nil || !*p.SecurityContext.RunAsNonRoot {
		lacks = append(lacks, "may run as root")
	}
	volumes := map[string]bool{}
	for _, v := range p.Volumes {
		volumes[v.Name] = true
	}
	for _, c := range p.Containers {
		s := c.SecurityContext
		switch {
		case c.LivenessProbe == nil || c.ReadinessProbe == nil:
			lacks = append(lacks, "has no probes")
		case len(c.Resources.Requests) == 0 || len(c.Resources.Limits) == 0:
			lacks = append(lacks, "has no requests or no limits")
		case s == nil || s.ReadOnlyRootFilesystem == nil || !*s.ReadOnlyRootFilesystem:
			lacks = append(lacks, "can write to its root")
		case s.AllowPrivilegeEscalation == nil || *s.AllowPrivilegeEscalation || s.Capabilities == nil || len(s.Capabilities.Drop) == 0:
			lacks = append(lacks, "keeps privileges")
		}
		for _, e := range c.Env {
			if e.ValueFrom != nil && e.ValueFrom.SecretKeyRef != nil {
				lacks = append(lacks, "has a secret in its environment: "+e.Name)
			}
		}
		for _, m := range c.VolumeMounts {
			if !volumes[m.Name] {
				lacks = append(lacks, "mounts no such volume: "+m.Name)
			}
		}
		lacks = append(lacks, ports(&c)...)
	}
	return lacks
}

// ports lists errors for the probes of a container that use a port name that the container does not
// declare.
func ports(c *corev1.Container) (lacks []string) {
	names := map[string]bool{}
	for _, p := range c.Ports {
		names[p.Name] = true
	}
	for _, p := range []*corev1.Probe{c.StartupProbe, c.LivenessProbe, c.ReadinessProbe} {
		if p != nil && p.HTTPGet != nil && !names[p.HTTPGet.Port.StrVal] {
			lacks = append(lacks, "has a probe at a port that it does not have: "+p.HTTPGet.Port.String())
		}
	}
	return lacks
}
