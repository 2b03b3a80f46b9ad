package grammar

// Quotable is for a test that holds it to package lint.
var Quotable = quotable
