/* Includes the file EACH_FORM once for each form of vectors that the compiler can make. */

#define TARGET
#define WIDTH 1
#define FORM 1
#include EACH_FORM
#undef FORM
#undef WIDTH
#undef TARGET

#if defined(HAS_WIDE_VECTORS)
#define TARGET TARGET_2
#define WIDTH 2
#define FORM 2
#include EACH_FORM
#undef FORM
#undef TARGET
#define TARGET TARGET_3
#define FORM 3
#include EACH_FORM
#undef FORM
#undef WIDTH
#undef TARGET
#define TARGET TARGET_4
#define WIDTH 4
#define FORM 4
#include EACH_FORM
#undef FORM
#undef WIDTH
#undef TARGET
#endif

#undef EACH_FORM
