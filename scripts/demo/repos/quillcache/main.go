// Command quillcache runs the proxy.
package main

import (
	"flag"
	"log"
	"net/http"
	"os"

	"example.org/quillcache/config"
	"example.org/quillcache/proxy"
)

func main() {
	path := flag.String("config", "quillcache.ini", "settings")
	listen := flag.String("listen", ":8080", "address")
	flag.Parse()
	file, err := os.Open(*path)
	if err != nil {
		log.Fatal(err)
	}
	settings, err := config.Read(file)
	if err != nil {
		log.Fatalf("%s: %v", *path, err)
	}
	_ = file.Close()
	handler := proxy.New(settings)
	go handler.Housekeeping(make(chan struct{}))
	log.Printf("%s in front of %s", *listen, settings.OriginURL)
	log.Fatal(http.ListenAndServe(*listen, handler))
}
