// Package cache keeps responses in memory.
package cache

import "time"

// Entry is one stored response.
type Entry struct {
	Key     string
	Status  int
	Type    string
	Body    []byte
	Stored  time.Time
	Expires time.Time
}

// Size is what the entry counts towards the store's limit, in bytes.
func (e *Entry) Size() int {
	return len(e.Key) + len(e.Body)
}

// Fresh says whether the entry may be served without asking the origin.
func (e *Entry) Fresh(now time.Time) bool {
	return now.Before(e.Expires)
}

// UsableStale says whether an expired entry may stand in for an origin that is down.
func (e *Entry) UsableStale(now time.Time, window time.Duration) bool {
	return now.Before(e.Expires.Add(window))
}
