package proxy

import (
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"example.org/quillcache/config"
)

func newProxy(t *testing.T, origin http.Handler) (*Proxy, *httptest.Server, *time.Time) {
	t.Helper()
	server := httptest.NewServer(origin)
	settings := config.Default()
	settings.OriginURL = server.URL
	proxy := New(settings)
	now := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	proxy.Now = func() time.Time { return now }
	return proxy, server, &now
}

func get(proxy *Proxy, path string) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	proxy.ServeHTTP(recorder, httptest.NewRequest("GET", path, nil))
	return recorder
}

func TestSecondRequestIsAHit(t *testing.T) {
	proxy, server, _ := newProxy(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "max-age=30")
	}))
	defer server.Close()
	if how := get(proxy, "/a").Header().Get("X-Quillcache"); how != "miss" {
		t.Fatal(how)
	}
	if how := get(proxy, "/a").Header().Get("X-Quillcache"); how != "hit" {
		t.Fatal(how)
	}
}

func TestNoStoreIsObeyed(t *testing.T) {
	proxy, server, _ := newProxy(t, http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Cache-Control", "no-store")
	}))
	defer server.Close()
	get(proxy, "/a")
	if how := get(proxy, "/a").Header().Get("X-Quillcache"); how != "miss" {
		t.Fatal(how)
	}
}

func TestOriginDownWithoutAnEntryIsBadGateway(t *testing.T) {
	proxy, server, _ := newProxy(t, http.NotFoundHandler())
	server.Close()
	if code := get(proxy, "/a").Code; code != http.StatusBadGateway {
		t.Fatal(code)
	}
}
