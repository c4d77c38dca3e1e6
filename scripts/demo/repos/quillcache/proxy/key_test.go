package proxy

import (
	"net/http/httptest"
	"testing"
)

func TestKeyHoldsTheQuery(t *testing.T) {
	r := httptest.NewRequest("GET", "/books?page=2", nil)
	if got := Key(r, nil); got != "GET /books?page=2" {
		t.Fatal(got)
	}
}

func TestKeySeparatesVariants(t *testing.T) {
	german := httptest.NewRequest("GET", "/books", nil)
	german.Header.Set("Accept-Language", "de")
	french := httptest.NewRequest("GET", "/books", nil)
	french.Header.Set("Accept-Language", "fr")
	headers := []string{"Accept-Language"}
	if Key(german, headers) == Key(french, headers) {
		t.Fatal("two languages share a key")
	}
}
