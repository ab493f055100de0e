package store

import "golang.org/x/sys/windows"

// FreeBytes returns the number of bytes that this user can still write to the disk that contains
// folder.
func FreeBytes(folder string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	return free, windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
}
