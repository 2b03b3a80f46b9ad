package main

import (
	"fmt"
	"runtime"
	"runtime/debug"
	"strings"

	"github.com/alecthomas/kong"
)

// versionFlag prints what this program was built from.
type versionFlag bool

// BeforeReset is called if the flag is given; parsing goes on after it.
func (versionFlag) BeforeReset(k *kong.Kong) error {
	info, _ := debug.ReadBuildInfo()
	if _, err := fmt.Fprintln(k.Stdout, versionLine(info)); err != nil {
		return &writeError{err}
	}
	k.Exit(exitYes)
	return nil
}

// versionLine says in one line what a program was built from: the version of the module,
// and the revision of its repository if the go command knew it.
func versionLine(info *debug.BuildInfo) string {
	var from []string
	if s := setting(info, "vcs.revision"); s != "" {
		if setting(info, "vcs.modified") == "true" {
			s += ", modified"
		}
		from = append(from, "revision "+s)
	}
	from = append(from, runtime.Version(), runtime.GOOS+"/"+runtime.GOARCH)
	return fmt.Sprintf("urispec %s (%s)", version(info), strings.Join(from, ", "))
}

// version is the version of the module, or "(devel)".
func version(info *debug.BuildInfo) string {
	if info == nil || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// setting returns a setting of the build, or "".
func setting(info *debug.BuildInfo, key string) string {
	if info != nil {
		for _, s := range info.Settings {
			if s.Key == key {
				return s.Value
			}
		}
	}
	return ""
}
