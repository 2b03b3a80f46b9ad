package reading

// Encoding is exported for the tests.
var Encoding = encoding
