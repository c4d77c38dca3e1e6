package cache

import (
	"strings"
	"testing"
	"time"
)

var noon = time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)

func entry(key string, size int) *Entry {
	return &Entry{Key: key, Status: 200, Body: []byte(strings.Repeat("x", size)), Expires: noon.Add(time.Minute)}
}

func TestLeastRecentlyUsedLeavesFirst(t *testing.T) {
	store := NewStore(22)
	store.Put(entry("a", 10))
	store.Put(entry("b", 10))
	store.Get("a", noon)
	store.Put(entry("c", 10))
	if _, ok := store.Get("b", noon); ok {
		t.Fatal("b should have been evicted")
	}
	if _, ok := store.Get("a", noon); !ok {
		t.Fatal("a was used after b and should have stayed")
	}
}

func TestExpiredEntriesAreNotServed(t *testing.T) {
	store := NewStore(100)
	store.Put(entry("a", 10))
	if _, ok := store.Get("a", noon.Add(2*time.Minute)); ok {
		t.Fatal("an expired entry was served as fresh")
	}
}

func TestDeleteFreesItsBytes(t *testing.T) {
	store := NewStore(100)
	store.Put(entry("a", 10))
	store.Delete("a")
	if used := store.Stats().Used; used != 0 {
		t.Fatalf("used = %d", used)
	}
}

func TestOversizedEntryIsNotKept(t *testing.T) {
	store := NewStore(5)
	store.Put(entry("a", 10))
	if store.Stats().Entries != 0 {
		t.Fatal("kept an entry larger than the store")
	}
}
