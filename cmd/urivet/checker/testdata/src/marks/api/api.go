// Package api has functions that take URIs.
package api

import "net/url"

//urivet:uri addr http
func Get(addr string) {} // want Get:`uri\(0:http\)`

type Client struct{}

// Do does something.
//
//urivet:uri ref
//urivet:uri others uri
func (Client) Do(method, ref string, others ...string) {} // want Do:`uri\(1:reference\)uri\(2:uri\)`

type Doer interface {
	//urivet:uri target target
	Serve(target string) // want Serve:`uri\(0:target\)`
}

func Named(string, string) {}

func Generic[T any](addr string, v T) { // want Generic:`uri\(0:reference\)`
	url.Parse(addr)
}

//urivet:uri // want `//urivet:uri needs the name of a parameter, and perhaps a kind`
func none() {}

//urivet:uri b // want `//urivet:uri: missing has no parameter b`
func missing(a string) {}

//urivet:uri a iri // want `//urivet:uri: "iri" is none of reference, uri, absolute, target, http, client`
func kind(a string) {}

//urivet:uri a // want `//urivet:uri: a is no string`
func number(a int) {}
