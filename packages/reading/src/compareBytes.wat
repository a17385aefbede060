;; Dot products of one vector with many, four of them at a time.
(module
  (memory (export "memory") 1)
  ;; out[row] = the sum of asked[at] * rows[row][at]. The asked vector has 16-bit, the rows 8-bit integers; the rows are a
  ;; multiple of 4, their width is a multiple of 8, and places are in bytes. The caller sees to it that no sum needs more than 32 bits.
  (func (export "compare")
    (param $asked i32) (param $rows i32) (param $out i32) (param $count i32) (param $width i32)
    (local $p0 i32) (local $p1 i32) (local $p2 i32) (local $p3 i32) (local $a i32) (local $end i32) (local $outEnd i32)
    (local $x v128) (local $s0 v128) (local $s1 v128) (local $s2 v128) (local $s3 v128)
    (local.set $p0 (local.get $rows))
    (local.set $end (i32.add (local.get $asked) (i32.shl (local.get $width) (i32.const 1))))
    (local.set $outEnd (i32.add (local.get $out) (i32.shl (local.get $count) (i32.const 2))))
    (loop $rowsLoop
      (local.set $p1 (i32.add (local.get $p0) (local.get $width)))
      (local.set $p2 (i32.add (local.get $p1) (local.get $width)))
      (local.set $p3 (i32.add (local.get $p2) (local.get $width)))
      (local.set $a (local.get $asked))
      (local.set $s0 (v128.const i32x4 0 0 0 0))
      (local.set $s1 (local.get $s0)) (local.set $s2 (local.get $s0)) (local.set $s3 (local.get $s0))
      (loop $widthLoop
        (local.set $x (v128.load (local.get $a)))
        (local.set $s0 (i32x4.add (local.get $s0) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s (local.get $p0)))))
        (local.set $s1 (i32x4.add (local.get $s1) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s (local.get $p1)))))
        (local.set $s2 (i32x4.add (local.get $s2) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s (local.get $p2)))))
        (local.set $s3 (i32x4.add (local.get $s3) (i32x4.dot_i16x8_s (local.get $x) (v128.load8x8_s (local.get $p3)))))
        (local.set $p0 (i32.add (local.get $p0) (i32.const 8)))
        (local.set $p1 (i32.add (local.get $p1) (i32.const 8)))
        (local.set $p2 (i32.add (local.get $p2) (i32.const 8)))
        (local.set $p3 (i32.add (local.get $p3) (i32.const 8)))
        (br_if $widthLoop (i32.lt_u (local.tee $a (i32.add (local.get $a) (i32.const 16))) (local.get $end))))
      (i32.store (local.get $out) (call $sum (local.get $s0)))
      (i32.store offset=4 (local.get $out) (call $sum (local.get $s1)))
      (i32.store offset=8 (local.get $out) (call $sum (local.get $s2)))
      (i32.store offset=12 (local.get $out) (call $sum (local.get $s3)))
      ;; The next four begin behind the last of these.
      (local.set $p0 (local.get $p3))
      (br_if $rowsLoop (i32.lt_u (local.tee $out (i32.add (local.get $out) (i32.const 16))) (local.get $outEnd)))))
  (func $sum (param $v v128) (result i32)
    (i32.add
      (i32.add (i32x4.extract_lane 0 (local.get $v)) (i32x4.extract_lane 1 (local.get $v)))
      (i32.add (i32x4.extract_lane 2 (local.get $v)) (i32x4.extract_lane 3 (local.get $v)))))
)
