package sample

import (
	"container/heap"
	"math"
)

// arc leads from a node to another one.
type arc struct{ from, to int }

// postman finds how often each arc of a graph is taken by a closed tour that takes
// each at least as often as least says, at the least cost: the Chinese postman of a
// directed graph. The tour exists if the graph is strongly connected.
//
// The numbers are a flow of least cost. What arrives at a node above what leaves it,
// if each arc is taken as often as it must be, has to go on to a node that lacks it. It
// goes by shortest paths, one after the other, that may also take back what went
// before (Edmonds and Karp 1972).
func postman(nodes int, arcs []arc, cost []int64, least []int64) []int64 {
	f := &flow{source: nodes, sink: nodes + 1}
	surplus := make([]int64, nodes)
	for i, a := range arcs {
		f.add(a, cost[i], math.MaxInt64)
		surplus[a.from] -= least[i]
		surplus[a.to] += least[i]
	}
	for node, n := range surplus {
		switch {
		case n > 0:
			f.add(arc{f.source, node}, 0, n)
		case n < 0:
			f.add(arc{node, f.sink}, 0, -n)
		}
	}
	f.run(nodes + 2)
	times := make([]int64, len(arcs))
	for i := range arcs {
		times[i] = least[i] + f.used[i]
	}
	return times
}

// flow is what goes from a source to a sink.
type flow struct {
	source, sink int
	arcs         []arc
	cost, room   []int64 // of one unit on each arc, and how many there can be
	used         []int64 // how many units there are

	out, in  [][]int // the arcs of each node
	height   []int64 // with which no arc with room has a negative length (Johnson 1977)
	distance []int64
	by       []int // the arc by which each node is reached; -1-i for arc i backwards
}

func (f *flow) add(a arc, cost, room int64) {
	f.arcs, f.cost, f.room, f.used = append(f.arcs, a), append(f.cost, cost), append(f.room, room), append(f.used, 0)
}

// run sends as much as there is room for, at the least cost.
func (f *flow) run(nodes int) {
	f.out, f.in = make([][]int, nodes), make([][]int, nodes)
	f.height, f.distance, f.by = make([]int64, nodes), make([]int64, nodes), make([]int, nodes)
	for i, a := range f.arcs {
		f.out[a.from] = append(f.out[a.from], i)
		f.in[a.to] = append(f.in[a.to], i)
	}
	for f.search() {
		amount := int64(math.MaxInt64)
		f.path(func(i int, forward bool) {
			if forward {
				amount = min(amount, f.room[i]-f.used[i])
			} else {
				amount = min(amount, f.used[i])
			}
		})
		f.path(func(i int, forward bool) {
			if forward {
				f.used[i] += amount
			} else {
				f.used[i] -= amount
			}
		})
	}
}

// search finds a shortest path from the source to the sink; false if there is none.
func (f *flow) search() bool {
	for node := range f.distance {
		f.distance[node] = math.MaxInt64
	}
	f.distance[f.source] = 0
	settled := make([]bool, len(f.distance))
	queue := &queue{{f.source, 0}}
	for queue.Len() > 0 && !settled[f.sink] {
		at := heap.Pop(queue).(queued)
		if settled[at.node] {
			continue
		}
		settled[at.node] = true
		reach := func(to, by int, length int64) {
			if d := at.distance + length + f.height[at.node] - f.height[to]; d < f.distance[to] {
				f.distance[to], f.by[to] = d, by
				heap.Push(queue, queued{to, d})
			}
		}
		for _, i := range f.out[at.node] {
			if f.used[i] < f.room[i] {
				reach(f.arcs[i].to, i, f.cost[i])
			}
		}
		for _, i := range f.in[at.node] {
			if f.used[i] > 0 {
				reach(f.arcs[i].from, -1-i, -f.cost[i])
			}
		}
	}
	if !settled[f.sink] {
		return false
	}
	for node := range f.height {
		if settled[node] {
			f.height[node] += f.distance[node] - f.distance[f.sink]
		}
	}
	return true
}

// path calls visit for each arc of the path that was found, from its end.
func (f *flow) path(visit func(i int, forward bool)) {
	for at := f.sink; at != f.source; {
		if by := f.by[at]; by >= 0 {
			visit(by, true)
			at = f.arcs[by].from
		} else {
			visit(-1-by, false)
			at = f.arcs[-1-by].to
		}
	}
}

// queued is a node that may be reached at a distance.
type queued struct {
	node     int
	distance int64
}

// queue is a heap of nodes.
type queue []queued

func (q queue) Len() int           { return len(q) }
func (q queue) Less(i, j int) bool { return q[i].distance < q[j].distance }
func (q queue) Swap(i, j int)      { q[i], q[j] = q[j], q[i] }
func (q *queue) Push(x any)        { *q = append(*q, x.(queued)) }
func (q *queue) Pop() any {
	last := (*q)[len(*q)-1]
	*q = (*q)[:len(*q)-1]
	return last
}

// tour returns a closed tour from a node that takes each arc as often as times says:
// the arcs, in order (Hierholzer 1873). Where it can choose, it takes the first arc.
func tour(start, nodes int, arcs []arc, times []int64) []int {
	out := make([][]int, nodes)
	for i, a := range arcs {
		out[a.from] = append(out[a.from], i)
	}
	left := append([]int64(nil), times...)
	type visit struct{ node, by int }
	stack := []visit{{start, -1}}
	var back []int
	for len(stack) > 0 {
		at := stack[len(stack)-1]
		for len(out[at.node]) > 0 && left[out[at.node][0]] == 0 {
			out[at.node] = out[at.node][1:]
		}
		if len(out[at.node]) > 0 {
			i := out[at.node][0]
			left[i]--
			stack = append(stack, visit{arcs[i].to, i})
			continue
		}
		stack = stack[:len(stack)-1]
		if at.by >= 0 {
			back = append(back, at.by)
		}
	}
	for i, j := 0, len(back)-1; i < j; i, j = i+1, j-1 {
		back[i], back[j] = back[j], back[i]
	}
	return back
}
