package proxy

import (
	"net/http"
	"strconv"
	"strings"
	"time"
)

// Lifetime reads Cache-Control. The second result is false when the response must not be stored.
func Lifetime(header http.Header, fallback time.Duration) (time.Duration, bool) {
	lifetime := fallback
	for _, part := range strings.Split(header.Get("Cache-Control"), ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		switch strings.ToLower(name) {
		case "no-store", "private":
			return 0, false
		case "max-age":
			seconds, err := strconv.Atoi(strings.Trim(value, `"`))
			if err == nil && seconds >= 0 {
				lifetime = time.Duration(seconds) * time.Second
			}
		}
	}
	return lifetime, true
}
