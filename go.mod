module kydai

go 1.26
