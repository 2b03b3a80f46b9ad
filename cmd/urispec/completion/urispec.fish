# Completion of urispec for fish.

function __urispec_complete
    set -l word (commandline -ct)
    set -l words (commandline -opc)
    set -e words[1]
    # fish replaces the whole word, and urispec answers with values.
    set -l before (string match -r -- '^--[^=]+=' "$word")
    for line in (urispec __complete $words "$word" 2>/dev/null)
        if test "$line" = :files
            for file in (__fish_complete_path (string replace -- "$before" '' "$word"))
                printf '%s\n' "$before$file"
            end
        else
            printf '%s\n' "$before$line"
        end
    end
end

complete -c urispec -f -a '(__urispec_complete)'
