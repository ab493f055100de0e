package store

import "golang.org/x/sys/windows"

// FreeBytes returns how much of the disk of a folder this user may still fill.
func FreeBytes(folder string) (free uint64, err error) {
	name, err := windows.UTF16PtrFromString(folder)
	if err != nil {
		return 0, err
	}
	return free, windows.GetDiskFreeSpaceEx(name, &free, nil, nil)
}
