# holds TEXT COMMAND... prints whether a check holds. The output of the command goes
# to the file $said; a check that fails sets $failed.
holds() {
  local text=$1
  shift
  if "$@" >"$said" 2>&1; then echo "ok    $text"; else
    echo "FAIL  $text"
    tail -n 20 "$said" | sed 's/^/      /'
    failed=1
  fi
}
