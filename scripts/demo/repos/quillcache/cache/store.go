package cache

import (
	"container/list"
	"sync"
	"time"
)

// Store holds entries up to a number of bytes; the least recently used leave first.
type Store struct {
	mu       sync.Mutex
	maxBytes int
	used     int
	order    *list.List
	byKey    map[string]*list.Element
	evicted  int
}

// NewStore makes an empty store.
func NewStore(maxBytes int) *Store {
	return &Store{
		maxBytes: maxBytes,
		order:    list.New(),
		byKey:    make(map[string]*list.Element),
	}
}

// Get returns a fresh entry and marks it as used. An expired entry is removed.
func (s *Store) Get(key string, now time.Time) (*Entry, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	element, ok := s.byKey[key]
	if !ok {
		return nil, false
	}
	entry := element.Value.(*Entry)
	if !entry.Fresh(now) {
		s.remove(element)
		return nil, false
	}
	s.order.MoveToFront(element)
	return entry, true
}

// GetStale returns an entry whether it is fresh or not, and does not mark it as used.
func (s *Store) GetStale(key string) (*Entry, bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	element, ok := s.byKey[key]
	if !ok {
		return nil, false
	}
	return element.Value.(*Entry), true
}

// Put stores an entry and makes room for it. An entry larger than the store is not kept.
func (s *Store) Put(entry *Entry) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if entry.Size() > s.maxBytes {
		return
	}
	if element, ok := s.byKey[entry.Key]; ok {
		element.Value = entry
		s.order.MoveToFront(element)
	} else {
		s.byKey[entry.Key] = s.order.PushFront(entry)
	}
	s.used += entry.Size()
	s.shrink()
}

// Delete forgets a key.
func (s *Store) Delete(key string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if element, ok := s.byKey[key]; ok {
		s.remove(element)
	}
}

// Sweep removes what expired before the given time; it is called once a minute.
func (s *Store) Sweep(before time.Time) int {
	s.mu.Lock()
	defer s.mu.Unlock()
	removed := 0
	for element := s.order.Back(); element != nil; {
		previous := element.Prev()
		if element.Value.(*Entry).Expires.Before(before) {
			s.remove(element)
			removed++
		}
		element = previous
	}
	return removed
}

func (s *Store) shrink() {
	for s.used > s.maxBytes {
		oldest := s.order.Back()
		if oldest == nil {
			return
		}
		s.remove(oldest)
		s.evicted++
	}
}

func (s *Store) remove(element *list.Element) {
	entry := element.Value.(*Entry)
	s.order.Remove(element)
	delete(s.byKey, entry.Key)
	s.used -= entry.Size()
}

// Stats is a snapshot for the status page.
type Stats struct {
	Entries int
	Used    int
	Evicted int
}

// Stats counts what is held now.
func (s *Store) Stats() Stats {
	s.mu.Lock()
	defer s.mu.Unlock()
	return Stats{Entries: len(s.byKey), Used: s.used, Evicted: s.evicted}
}
