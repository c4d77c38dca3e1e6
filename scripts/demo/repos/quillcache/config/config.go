// Package config reads quillcache.ini.
package config

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
	"time"
)

// Config is everything that an installation can set.
type Config struct {
	MaxBytes       int
	DefaultTTL     time.Duration
	OriginURL      string
	Timeout        time.Duration
	StaleWhileDown time.Duration
	KeyHeaders     []string
}

// Default is what an empty file means, apart from the origin.
func Default() Config {
	return Config{
		MaxBytes:   64 << 20,
		DefaultTTL: 60 * time.Second,
		Timeout:    5 * time.Second,
	}
}

// Read parses an ini file. An unknown name is an error that says its line.
func Read(r io.Reader) (Config, error) {
	config := Default()
	section := ""
	scanner := bufio.NewScanner(r)
	for number := 1; scanner.Scan(); number++ {
		line := strings.TrimSpace(scanner.Text())
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		if strings.HasPrefix(line, "[") && strings.HasSuffix(line, "]") {
			section = line[1 : len(line)-1]
			continue
		}
		name, value, ok := strings.Cut(line, "=")
		if !ok {
			return config, fmt.Errorf("line %d: name = value expected", number)
		}
		if err := set(&config, section+"."+strings.TrimSpace(name), strings.TrimSpace(value)); err != nil {
			return config, fmt.Errorf("line %d: %w", number, err)
		}
	}
	if config.OriginURL == "" {
		return config, fmt.Errorf("[origin] url is required")
	}
	return config, scanner.Err()
}

func set(config *Config, name, value string) error {
	switch name {
	case "store.max_bytes":
		return setInt(&config.MaxBytes, value)
	case "store.default_ttl":
		return setSeconds(&config.DefaultTTL, value)
	case "origin.url":
		config.OriginURL = value
	case "origin.timeout":
		return setSeconds(&config.Timeout, value)
	case "origin.stale_while_down":
		return setSeconds(&config.StaleWhileDown, value)
	case "key.headers":
		for _, header := range strings.Split(value, ",") {
			config.KeyHeaders = append(config.KeyHeaders, strings.TrimSpace(header))
		}
	default:
		return fmt.Errorf("unknown setting %q", name)
	}
	return nil
}

func setInt(target *int, value string) error {
	number, err := strconv.Atoi(value)
	if err != nil || number < 1 {
		return fmt.Errorf("a whole number above 0 is needed, not %q", value)
	}
	*target = number
	return nil
}

func setSeconds(target *time.Duration, value string) error {
	number, err := strconv.Atoi(value)
	if err != nil || number < 0 {
		return fmt.Errorf("whole seconds are needed, not %q", value)
	}
	*target = time.Duration(number) * time.Second
	return nil
}
