package clock_test

import (
	"fmt"

	"kydai/game/clock"
)

// Parse accepts time controls in the form in which people write them. The example parses one of
// each kind.
func ExampleParse() {
	for _, text := range []string{"5+3", "10+5x30", "30s/move", "3d/move", "none"} {
		control, err := clock.Parse(text)
		fmt.Println(control, err)
	}
	_, err := clock.Parse("soon")
	fmt.Println(err)
	// Output:
	// 5+3 <nil>
	// 10+5x30 <nil>
	// 30s/move <nil>
	// 3d/move <nil>
	// none <nil>
	// "soon" is not a time control; examples are 5+3, 10+5x30, 30s/move, 3d/move and none
}
