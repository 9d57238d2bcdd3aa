// SPDX-License-Identifier: Apache-2.0
#include "tileglot/api/hlo/xla_flags.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tileglot/api/hlo/assign.h"
#include "tileglot/api/hlo/target_policy.h"
#include "tileglot/core/error.h"

namespace tileglot::api {
namespace {

using Texts = std::vector<std::string>;

TEST(XlaFlags, FlagsAreReadAsXlaFlagsHasThem) {
  EXPECT_FALSE(gpu_flags(Texts{}).value().force_conv_nhwc);
  EXPECT_TRUE(gpu_flags(Texts{"xla_gpu_force_conv_nhwc=true"}).value().force_conv_nhwc);
  EXPECT_TRUE(gpu_flags(Texts{"--xla_gpu_force_conv_nhwc"}).value().force_conv_nhwc);
  const auto both = gpu_flags(Texts{" --xla_gpu_force_conv_nchw=1\n--xla_gpu_force_conv_nhwc=1 ",
                                    "xla_gpu_force_conv_nhwc=false"})
                        .value();
  EXPECT_TRUE(both.force_conv_nchw);
  EXPECT_FALSE(both.force_conv_nhwc);
}

TEST(XlaFlags, OtherFlagsAndValuesAreRefused) {
  const core::Error near = gpu_flags(Texts{"xla_gpu_force_conv_nwhc"}).error();
  EXPECT_EQ(near->code, "hlo.xla_flag");
  EXPECT_EQ(near->help, "did you mean 'xla_gpu_force_conv_nhwc'?");
  EXPECT_EQ(gpu_flags(Texts{"--xla_dump_to=/tmp/x"}).error()->message,
            "xla_dump_to is not an option of XLA that changes layouts");
  EXPECT_EQ(gpu_flags(Texts{"xla_gpu_force_conv_nhwc=maybe"}).error()->message,
            "xla_gpu_force_conv_nhwc cannot be 'maybe'");
}

TEST(XlaFlags, OnlyGpusTakeFlags) {
  EXPECT_EQ(target_policy("cpu", Texts{"xla_gpu_force_conv_nhwc"}).error()->code, "hlo.xla_flag");
  EXPECT_TRUE(target_policy("gpu:sm_90", Texts{"xla_gpu_force_conv_nhwc"}));
}

/// A module with a convolution, assigned with these options.
std::string assigned_with(const Texts& flags) {
  HloAssignRequest request;
  request.module.text =
      "HloModule m\n"
      "ENTRY e {\n"
      "  i = f32[2,8,8,4] parameter(0)\n"
      "  f = f32[3,3,4,6] parameter(1)\n"
      "  c = (f32[2,8,8,6], u8[0]) custom-call(i, f), window={size=3x3 pad=1_1x1_1}, "
      "dim_labels=b01f_01io->b01f, custom_call_target=\"__cudnn$convForward\"\n"
      "  ROOT r = f32[2,8,8,6] get-tuple-element(c), index=0\n"
      "}\n";
  request.target = "gpu:sm_90";
  request.xla_flags = flags;
  const auto reply = hlo_assign(request);
  return reply ? reply->text : reply.error()->code;
}

TEST(XlaFlags, AForcedFormOfConvolutionsIsAssigned) {
  // sm_90 has NHWC: the filter is copied to (out, spatial, in); NCHW to (out, in, spatial).
  EXPECT_NE(assigned_with({}).find("f32[3,3,4,6]{2,1,0,3}"), std::string::npos)
      << assigned_with({});
  const std::string forced = assigned_with({"xla_gpu_force_conv_nchw"});
  EXPECT_NE(forced.find("f32[3,3,4,6]{1,0,2,3}"), std::string::npos) << forced;
  EXPECT_EQ(assigned_with({"xla_gpu_force_conv_nchw=false"}), assigned_with({}));
}

}  // namespace
}  // namespace tileglot::api
