# Completion of urispec for bash.

_urispec() {
	local line
	COMPREPLY=()
	while IFS= read -r line; do
		if [[ $line == :files ]]; then
			compopt -o default 2>/dev/null ||
				while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$2")
			return
		fi
		COMPREPLY+=("${line%%$'\t'*}")
	done < <(urispec __complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}

complete -F _urispec urispec
