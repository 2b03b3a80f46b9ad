#compdef urispec
# Completion of urispec for zsh.

_urispec() {
	local line
	local -a lines candidates
	lines=("${(@f)$(urispec __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)PREFIX}" 2>/dev/null)}")
	[[ $PREFIX == --*=* ]] && compset -P '--*='
	if [[ $lines[1] == :files ]]; then
		_files
		return
	fi
	for line in $lines; do
		candidates+=("${${line%%$'\t'*}//:/\\:}:${line#*$'\t'}")
	done
	_describe urispec candidates
}

if [[ $funcstack[1] == _urispec ]]; then
	_urispec "$@" # a file in fpath, which is read when it is first needed
else
	compdef _urispec urispec
fi
