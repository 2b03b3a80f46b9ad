package main

import "syscall/js"

// main gives the page the function urispec, which answers questions. This is what a
// static page has in place of "urispec serve".
func main() {
	js.Global().Set("urispec", js.FuncOf(func(_ js.Value, args []js.Value) any {
		return string(answer([]byte(args[0].String())))
	}))
	js.Global().Call("urispecReady")
	select {}
}
