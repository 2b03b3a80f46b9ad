// Program generate writes shards of lines for measurements:
//
//	go run ./testdata/generate DIR SHARDS LINES
//
// The lines are references of the Web, one in a hundred with a fault. The same arguments give
// the same files.
package main

import (
	"bufio"
	"compress/gzip"
	"fmt"
	"log"
	"os"
	"path/filepath"
	"strconv"
	"sync"

	fast "github.com/klauspost/compress/gzip"
)

func main() {
	dir := os.Args[1]
	shards, err := strconv.Atoi(os.Args[2])
	if err != nil {
		log.Fatal(err)
	}
	lines, err := strconv.Atoi(os.Args[3])
	if err != nil {
		log.Fatal(err)
	}
	web := references()
	numbers := make(chan int)
	var working sync.WaitGroup
	for range 2 {
		working.Go(func() {
			for n := range numbers {
				if err := shard(filepath.Join(dir, fmt.Sprintf("shard-%04d.gz", n)), web, n, lines); err != nil {
					log.Fatal(err)
				}
			}
		})
	}
	for n := range shards {
		numbers <- n
	}
	close(numbers)
	working.Wait()
}

// references are those of the Web.
func references() []string {
	f, err := os.Open("../../grammar/testdata/web50k.txt.gz")
	if err != nil {
		log.Fatal(err)
	}
	defer f.Close()
	z, err := gzip.NewReader(f)
	if err != nil {
		log.Fatal(err)
	}
	var list []string
	for lines := bufio.NewScanner(z); lines.Scan(); {
		list = append(list, lines.Text())
	}
	return list
}

// faults are ends with which references do not conform to rfc3986.
var faults = []string{"%zz", "|", " x", "#a#b", "{id}", "\"", "%", "é"}

func shard(name string, web []string, n, lines int) error {
	f, err := os.Create(name)
	if err != nil {
		return err
	}
	defer f.Close()
	z, err := fast.NewWriterLevel(f, fast.BestSpeed)
	if err != nil {
		return err
	}
	w := bufio.NewWriterSize(z, 1<<20)
	state := uint64(n)*0x9E3779B97F4A7C15 + 1
	for range lines {
		state = state*6364136223846793005 + 1442695040888963407
		r := state >> 16
		w.WriteString(web[r%uint64(len(web))])
		if r>>24%100 == 0 {
			w.WriteString(faults[r>>32%uint64(len(faults))])
		}
		w.WriteByte('\n')
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if err := z.Close(); err != nil {
		return err
	}
	return f.Close()
}
