package cache

import (
	"errors"
	"testing"
)

func TestErrorsAreNotRemembered(t *testing.T) {
	flight := NewFlight()
	_, _, err := flight.Do("k", func() (*Entry, error) { return nil, errors.New("down") })
	if err == nil {
		t.Fatal("the error was lost")
	}
	entry, shared, err := flight.Do("k", func() (*Entry, error) { return &Entry{Key: "k"}, nil })
	if err != nil || shared || entry.Key != "k" {
		t.Fatal("the second fetch should have run on its own")
	}
}
