// Package proxy answers requests from the cache or from the origin.
package proxy

import (
	"net/http"
	"strings"
)

// Key is what a response is stored under.
func Key(r *http.Request, headers []string) string {
	var b strings.Builder
	b.WriteString(r.Method)
	b.WriteByte(' ')
	b.WriteString(r.URL.Path)
	if r.URL.RawQuery != "" {
		b.WriteByte('?')
		b.WriteString(r.URL.RawQuery)
	}
	for _, name := range headers {
		if values, ok := r.Header[name]; ok {
			b.WriteString("\n" + name + ": " + strings.Join(values, ","))
		}
	}
	return b.String()
}
