package main

import (
	"embed"
)

// completionScripts are what the shells read. Each asks "urispec __complete WORD..." what
// the last word may become; see [writeCompletion].
//
//go:embed completion
var completionScripts embed.FS

// completeCommand is the first argument of a run that answers a script.
const completeCommand = "__complete"

// completionCmd prints the completion script of a shell.
type completionCmd struct {
	Shell string `arg:"" enum:"bash,zsh,fish" help:"The shell: bash, zsh or fish."`
}

// Help is what --help says after the flags.
func (c *completionCmd) Help() string {
	return `The script completes commands, flags, editions, the rules of the edition that -e names, codes of findings, and files. The start-up file of a shell reads it:

	bash    source <(urispec completion bash)
	zsh     source <(urispec completion zsh)      (after compinit)
	fish    urispec completion fish | source`
}

func (c *completionCmd) Run(s *session) error {
	script, err := completionScripts.ReadFile("completion/urispec." + c.Shell)
	if err != nil {
		return err
	}
	_, err = s.stdout.Write(script)
	return err
}
