package config

import (
	"strings"
	"testing"
	"time"
)

func TestReadKeepsDefaults(t *testing.T) {
	config, err := Read(strings.NewReader("[origin]\nurl = http://o\n"))
	if err != nil || config.DefaultTTL != time.Minute || config.StaleWhileDown != 0 {
		t.Fatalf("%+v %v", config, err)
	}
}

func TestKeyHeadersKeepTheirSpelling(t *testing.T) {
	config, err := Read(strings.NewReader("[origin]\nurl = http://o\n[key]\nheaders = accept-language, X-Tenant\n"))
	if err != nil || config.KeyHeaders[0] != "accept-language" || config.KeyHeaders[1] != "X-Tenant" {
		t.Fatalf("%v %v", config.KeyHeaders, err)
	}
}

func TestUnknownNamesAreErrors(t *testing.T) {
	_, err := Read(strings.NewReader("[store]\nmax_byte = 5\n"))
	if err == nil || !strings.Contains(err.Error(), "line 2") {
		t.Fatalf("%v", err)
	}
}
