package proxy

import (
	"io"
	"net/http"
	"time"

	"example.org/quillcache/cache"
	"example.org/quillcache/config"
)

// Proxy is an http.Handler.
type Proxy struct {
	Config config.Config
	Store  *cache.Store
	Flight *cache.Flight
	Client *http.Client
	Now    func() time.Time
}

// New wires a proxy from its settings.
func New(settings config.Config) *Proxy {
	return &Proxy{
		Config: settings,
		Store:  cache.NewStore(settings.MaxBytes),
		Flight: cache.NewFlight(),
		Client: &http.Client{Timeout: settings.Timeout},
		Now:    time.Now,
	}
}

// ServeHTTP answers from the cache when it can.
func (p *Proxy) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet {
		http.Error(w, "only GET is proxied", http.StatusMethodNotAllowed)
		return
	}
	key := Key(r, p.Config.KeyHeaders)
	if entry, ok := p.Store.Get(key, p.Now()); ok {
		write(w, entry, "hit")
		return
	}
	entry, shared, err := p.Flight.Do(key, func() (*cache.Entry, error) { return p.fetch(r, key) })
	if err != nil {
		p.serveStale(w, key, err)
		return
	}
	if shared {
		write(w, entry, "shared")
		return
	}
	write(w, entry, "miss")
}

// serveStale stands in for an origin that is down, as long as the settings allow it.
func (p *Proxy) serveStale(w http.ResponseWriter, key string, cause error) {
	entry, ok := p.Store.GetStale(key)
	if ok && entry.UsableStale(p.Now(), p.Config.StaleWhileDown) {
		write(w, entry, "stale")
		return
	}
	http.Error(w, cause.Error(), http.StatusBadGateway)
}

// fetch asks the origin with the caller's headers and stores what may be stored.
func (p *Proxy) fetch(r *http.Request, key string) (*cache.Entry, error) {
	request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, p.Config.OriginURL+r.URL.RequestURI(), nil)
	if err != nil {
		return nil, err
	}
	request.Header = r.Header.Clone()
	response, err := p.Client.Do(request)
	if err != nil {
		return nil, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, err
	}
	now := p.Now()
	entry := &cache.Entry{Key: key, Status: response.StatusCode, Type: response.Header.Get("Content-Type"), Body: body, Stored: now}
	if lifetime, ok := Lifetime(response.Header, p.Config.DefaultTTL); ok && response.StatusCode == http.StatusOK {
		entry.Expires = now.Add(lifetime)
		p.Store.Put(entry)
	}
	return entry, nil
}

func write(w http.ResponseWriter, entry *cache.Entry, how string) {
	w.Header().Set("Content-Type", entry.Type)
	w.Header().Set("X-Quillcache", how)
	w.WriteHeader(entry.Status)
	_, _ = w.Write(entry.Body)
}

// Housekeeping runs until stop is closed.
func (p *Proxy) Housekeeping(stop <-chan struct{}) {
	ticker := time.NewTicker(time.Minute)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
			p.Store.Sweep(p.Now())
		}
	}
}
