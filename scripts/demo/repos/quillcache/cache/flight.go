package cache

import "sync"

// Flight lets many callers share one fetch of the same key.
type Flight struct {
	mu    sync.Mutex
	calls map[string]*call
}

type call struct {
	done  chan struct{}
	entry *Entry
	err   error
}

// NewFlight makes a group without calls.
func NewFlight() *Flight {
	return &Flight{calls: make(map[string]*call)}
}

// Do runs fetch once for all callers that ask for the key while it runs.
// The second result says whether this caller waited for somebody else's fetch.
func (f *Flight) Do(key string, fetch func() (*Entry, error)) (*Entry, bool, error) {
	f.mu.Lock()
	if running, ok := f.calls[key]; ok {
		f.mu.Unlock()
		<-running.done
		return running.entry, true, running.err
	}
	mine := &call{done: make(chan struct{})}
	f.calls[key] = mine
	f.mu.Unlock()

	mine.entry, mine.err = fetch()

	f.mu.Lock()
	delete(f.calls, key)
	f.mu.Unlock()
	close(mine.done)
	return mine.entry, false, mine.err
}
