// Command urispec-page tests the page of "urispec serve" in a real browser.
package main
