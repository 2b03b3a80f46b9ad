package main

import (
	"runtime"
	"runtime/debug"
	"testing"
)

func TestVersion(t *testing.T) {
	built := runtime.Version() + ", " + runtime.GOOS + "/" + runtime.GOARCH + ")"
	for _, test := range []struct {
		info *debug.BuildInfo
		want string
	}{
		{nil, "urispec (devel) (" + built},
		{&debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}}, "urispec v0.1.0 (" + built},
		{&debug.BuildInfo{Main: debug.Module{Version: "v0.1.0"}, Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "0123"}, {Key: "vcs.modified", Value: "false"},
		}}, "urispec v0.1.0 (revision 0123, " + built},
		{&debug.BuildInfo{Settings: []debug.BuildSetting{
			{Key: "vcs.revision", Value: "0123"}, {Key: "vcs.modified", Value: "true"},
		}}, "urispec (devel) (revision 0123, modified, " + built},
	} {
		if got := versionLine(test.info); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
