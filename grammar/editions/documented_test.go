package editions_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urispec/urispec/grammar"
)

// TestDocumented: every package has a comment, and so has every exported name in
// it: types, functions, constants, variables, and the methods of types and
// interfaces. A constant or variable may share the comment of its group or have one
// at the end of its line. Fields are left to the comment of their struct, and the
// methods of what gen writes to the comment of their type.
func TestDocumented(t *testing.T) {
	packages, names := 0, 0
	for dir, files := range sources(t) {
		packages++
		if !slices.ContainsFunc(files, func(file *ast.File) bool { return file.Doc != nil }) {
			t.Errorf("package %s has no comment", dir)
		}
		for _, file := range files {
			generated := ast.IsGenerated(file)
			for _, d := range file.Decls {
				for name, documented := range exported(d) {
					names++
					if !documented && !(generated && strings.Contains(name, ".")) {
						t.Errorf("%s: %s has no comment", dir, name)
					}
				}
			}
		}
	}
	if packages < 20 || names < 500 {
		t.Errorf("only %d packages and %d exported names were found", packages, names)
	}
}

// TestUseIsStated: of each exported struct and interface, the comment of the type or that
// of its package says whether it may be used concurrently, and what its zero value is.
// Programs, what only our programs can import, and the structs of a participle grammar are
// nobody's types.
func TestUseIsStated(t *testing.T) {
	types := 0
	for dir, files := range sources(t) {
		if files[0].Name.Name == "main" || strings.Contains(dir, "internal/") {
			continue
		}
		says := func(doc, what string) bool { return regexp.MustCompile(what).MatchString(doc) }
		const concurrency, zero = `concurren|goroutine`, `zero value`
		whole := ""
		for _, file := range files {
			whole += file.Doc.Text()
		}
		for _, file := range files {
			if ast.IsGenerated(file) {
				continue
			}
			for _, d := range file.Decls {
				group, ok := d.(*ast.GenDecl)
				if !ok {
					continue
				}
				for _, spec := range group.Specs {
					typ, ok := spec.(*ast.TypeSpec)
					if !ok || !typ.Name.IsExported() {
						continue
					}
					_, isStruct := typ.Type.(*ast.StructType)
					_, isInterface := typ.Type.(*ast.InterfaceType)
					if !isStruct && !isInterface {
						continue
					}
					types++
					doc := whole + group.Doc.Text() + typ.Doc.Text()
					if !says(doc, concurrency) {
						t.Errorf("%s: nothing says whether %s may be used concurrently", dir, typ.Name)
					}
					if isStruct && !says(doc, zero) {
						t.Errorf("%s: nothing says what the zero value of %s is", dir, typ.Name)
					}
				}
			}
		}
	}
	if types < 150 {
		t.Errorf("only %d types were found", types)
	}
}

// sources parses the files of each package of the module, by folder, without
// tests and without modules of their own below it.
func sources(t *testing.T) map[string][]*ast.File {
	t.Helper()
	root := filepath.Join("..", "..")
	set := token.NewFileSet()
	packages := make(map[string][]*ast.File)
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			_, err := os.Stat(filepath.Join(path, "go.mod"))
			if entry.Name() == "testdata" || strings.HasPrefix(entry.Name(), ".git") || path != root && err == nil {
				return filepath.SkipDir
			}
			return nil
		case !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		file, err := parser.ParseFile(set, path, nil, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		dir, err := filepath.Rel(root, filepath.Dir(path))
		packages[filepath.ToSlash(dir)] = append(packages[filepath.ToSlash(dir)], file)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return packages
}

// exported returns the exported names that a declaration declares, and says of
// each whether it has a comment.
func exported(d ast.Decl) iter.Seq2[string, bool] {
	return func(yield func(string, bool) bool) {
		switch d := d.(type) {
		case *ast.FuncDecl:
			name := d.Name.Name
			if d.Recv != nil {
				of := receiver(d.Recv.List[0].Type)
				if !ast.IsExported(of) {
					return
				}
				name = of + "." + name
			}
			_ = !d.Name.IsExported() || yield(name, d.Doc != nil)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch spec := spec.(type) {
				case *ast.TypeSpec:
					if !spec.Name.IsExported() {
						continue
					}
					if !yield(spec.Name.Name, d.Doc != nil || spec.Doc != nil) {
						return
					}
					face, ok := spec.Type.(*ast.InterfaceType)
					if !ok {
						continue
					}
					for _, method := range face.Methods.List {
						for _, name := range method.Names {
							if name.IsExported() && !yield(spec.Name.Name+"."+name.Name, method.Doc != nil || method.Comment != nil) {
								return
							}
						}
					}
				case *ast.ValueSpec:
					for _, name := range spec.Names {
						if name.IsExported() && !yield(name.Name, d.Doc != nil || spec.Doc != nil || spec.Comment != nil) {
							return
						}
					}
				}
			}
		}
	}
}

// receiver is the name of the type of a receiver.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}

// TestEditionFitsAScreen: people read the methods of an edition at a glance. What few need
// is a function, such as [grammar.Label].
func TestEditionFitsAScreen(t *testing.T) {
	if n := reflect.TypeFor[*grammar.Edition]().NumMethod(); n > 22 {
		t.Errorf("an edition has %d methods; at most 22 fit a screen", n)
	}
}
