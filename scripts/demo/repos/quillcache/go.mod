module example.org/quillcache

go 1.22
