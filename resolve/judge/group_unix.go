//go:build unix

package judge

import (
	"os"
	"os/exec"
	"syscall"
)

// inOwnGroup makes a command the first of a group of processes of its own.
func inOwnGroup(command *exec.Cmd) { command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup ends all processes of the group.
func killGroup(first *os.Process) { syscall.Kill(-first.Pid, syscall.SIGKILL) }
